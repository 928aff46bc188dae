"""The package itself."""

import ast
import pathlib

import polymill as pm


def test_the_types_are_those_of_what_is_there():
    stub = pathlib.Path(pm.__file__).with_suffix(".pyi")
    nodes = ast.parse(stub.read_text()).body
    names = {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    public = {name for name in names if not name.startswith("_")}
    assert public - {"Function", "Neighbourhood"} == set(pm.__all__)
    for node in nodes:
        if isinstance(node, ast.ClassDef) and hasattr(pm, node.name):
            members = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
            missing = [name for name in members if not hasattr(getattr(pm, node.name), name) and name != "__getattr__"]
            assert not missing, (node.name, missing)
