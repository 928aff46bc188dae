//! The hierarchy of GDGs.

use crate::{Gdg, GdgId};

/// An arena of [`Gdg`]s with parent and child edges. A function of the input is its root GDG.
#[derive(Clone, Debug, Default)]
pub struct Program {
    gdgs: Vec<Gdg>,
}

impl FromIterator<Gdg> for Program {
    fn from_iter<I: IntoIterator<Item = Gdg>>(gdgs: I) -> Self {
        Self { gdgs: gdgs.into_iter().collect() }
    }
}

impl Program {
    /// Adds a GDG and returns its id.
    pub fn add(&mut self, gdg: Gdg) -> GdgId {
        self.gdgs.push(gdg);
        GdgId::new(self.gdgs.len() - 1)
    }

    /// The GDG with this id.
    pub fn gdg(&self, id: GdgId) -> &Gdg {
        &self.gdgs[id.index()]
    }

    /// The GDG with this id, to change in place.
    pub fn gdg_mut(&mut self, id: GdgId) -> &mut Gdg {
        &mut self.gdgs[id.index()]
    }

    /// All ids, in order of creation.
    pub fn ids(&self) -> impl std::iter::Iterator<Item = GdgId> + use<> {
        (0..self.gdgs.len()).map(GdgId::new)
    }

    /// All GDGs, in order of creation.
    pub fn gdgs(&self) -> &[Gdg] {
        &self.gdgs
    }

    /// The specializer GDG that chooses between this one and others; `None` if it has no versions.
    pub fn specializer(&self, id: GdgId) -> Option<GdgId> {
        let is_specializer = |parent: &GdgId| self.gdg(*parent).specialize_op.is_some();
        self.gdg(id).parents.iter().copied().find(is_specializer)
    }

    /// All versions of this GDG, itself among them.
    pub fn versions(&self, id: GdgId) -> Vec<GdgId> {
        self.specializer(id).map_or_else(|| vec![id], |specializer| self.gdg(specializer).children.clone())
    }

    /// What others call to run this GDG: its specializer if it has one, else itself.
    pub fn entry(&self, id: GdgId) -> GdgId {
        self.specializer(id).unwrap_or(id)
    }
}
