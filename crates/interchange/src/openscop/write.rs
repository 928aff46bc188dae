//! Data to the text of a file.

use super::{Extension, OpenScop, Polyhedron, Relation, Scop, ScopStatement};

pub(super) fn write(openscop: &OpenScop) -> String {
    openscop.scops.iter().map(scop).collect::<Vec<_>>().join("\n")
}

fn scop(scop: &Scop) -> String {
    let mut text = format!("<OpenScop>\n\n# Language\n{}\n\n# Context\n{}\n", scop.language, relation(&scop.context));
    text += &match &scop.parameters {
        Some(parameters) => format!("# Names of the parameters\n1\n{}\n", extension(parameters)),
        None => "# Names of the parameters are not given\n0\n\n".to_owned(),
    };
    text += &format!("# Statements\n{}\n", scop.statements.len());
    for (position, own) in scop.statements.iter().enumerate() {
        text += &format!("\n# Statement {}\n{}", position + 1, statement(own));
    }
    for own in &scop.extensions {
        text += &format!("\n{}", extension(own));
    }
    text + "\n</OpenScop>\n"
}

fn statement(statement: &ScopStatement) -> String {
    let mut text = format!("# Relations\n{}\n", statement.relations.len());
    for own in &statement.relations {
        text += &format!("\n{}", relation(own));
    }
    text += &format!("\n# Extensions\n{}\n", statement.extensions.len());
    text + &statement.extensions.iter().map(extension).collect::<String>()
}

fn relation(relation: &Relation) -> String {
    let mut text = format!("{}\n", relation.kind.word());
    if relation.says_number || relation.parts.len() != 1 {
        text += &format!("{}\n", relation.parts.len());
    }
    text + &relation.parts.iter().map(polyhedron).collect::<String>()
}

fn polyhedron(polyhedron: &Polyhedron) -> String {
    let Polyhedron { n_output, n_input, n_local, n_params, rows } = polyhedron;
    let n_columns = 2 + n_output + n_input + n_local + n_params;
    let mut text = format!("{} {n_columns} {n_output} {n_input} {n_local} {n_params}\n", rows.len());
    for row in rows {
        let numbers: Vec<_> = row.iter().map(|number| format!("{number:>4}")).collect();
        text += &format!("{}\n", numbers.join(" "));
    }
    text
}

fn extension(extension: &Extension) -> String {
    let lines: String = extension.lines.iter().map(|line| format!("{line}\n")).collect();
    format!("<{0}>\n{lines}</{0}>\n", extension.name)
}
