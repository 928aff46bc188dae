//! Which iterators of the source a loop counts.

use std::collections::BTreeMap;

use polymill_gdg::Gdg;
use polymill_isl as isl;

use crate::Result;

/// For each statement and dimension of the schedule: the names of the iterators that the dimension depends on.
pub(crate) struct Counted(BTreeMap<(String, usize), Vec<String>>);

impl Counted {
    /// Reads them off the bands of the schedule.
    pub fn by(gdg: &Gdg) -> Result<Self> {
        let mut counted = BTreeMap::new();
        gdg.schedule.foreach_schedule_node_top_down(|node| {
            if node.get_type()? != isl::ScheduleNodeType::Band {
                return Ok(true);
            }
            let (partial, depth) = (node.band_get_partial_schedule()?, node.get_schedule_depth()?);
            for member in 0..node.band_n_member()? {
                for value in partial.get_at(member)?.get_pw_aff_list()?.to_vec()? {
                    if !value.has_tuple_id(isl::Dim::In)? {
                        continue;
                    }
                    let name = value.get_tuple_id(isl::Dim::In)?.get_name()?.unwrap_or_default();
                    let iterators = iterators_of(gdg, &name, &value)?;
                    counted.insert((name, depth + member), iterators);
                }
            }
            Ok(true)
        })?;
        Ok(Self(counted))
    }

    /// What the loop over a dimension with these statements in it counts.
    pub fn in_loop(&self, depth: usize, statements: &[String]) -> Vec<String> {
        let mut names: Vec<String> = vec![];
        for statement in statements {
            let iterators = self.0.get(&(statement.clone(), depth)).into_iter().flatten();
            names.extend(iterators.filter(|name| !names.contains(name)).cloned().collect::<Vec<_>>());
        }
        names
    }
}

fn iterators_of(gdg: &Gdg, statement: &str, value: &isl::PwAff) -> isl::Result<Vec<String>> {
    let Some(statement) = gdg.statement_named(statement) else { return Ok(vec![]) };
    let iterators = &gdg.statement(statement).iterators;
    let mut is_used = vec![false; iterators.len()];
    value.foreach_piece(|_, piece| {
        for (position, is_used) in is_used.iter_mut().enumerate() {
            *is_used |= piece.involves_dims(isl::Dim::In, position, 1)?;
        }
        Ok(())
    })?;
    let used = iterators.iter().zip(is_used).filter(|(_, is_used)| *is_used);
    Ok(used.map(|(iterator, _)| iterator.name.clone()).collect())
}
