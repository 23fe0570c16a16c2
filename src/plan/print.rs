//! A declaration as it is printed: whole, from what was kept of it.

use serde_json::{Map, Value, json};

use crate::model::{Identity, Manifest, ModuleName, Reflects, read};

/// What was kept of a declaration.
#[derive(Clone, Debug)]
pub struct Kept<'a> {
    /// The node.
    pub node: &'a str,
    /// Its site.
    pub site: Option<&'a str>,
    /// The generation.
    pub generation: i64,
    /// Whether the node was gone.
    pub removed: bool,
    /// The manifests of its set, by name, whole.
    pub manifests: Vec<&'a str>,
    /// Its facts, a JSON object.
    pub facts: &'a str,
    /// Its takes, a JSON list.
    pub takes: &'a str,
}

/// A declaration as JSON.
///
/// # Errors
/// Where what was kept has no meaning.
pub fn printed(kept: &Kept<'_>) -> Result<Value, String> {
    let manifests = kept.manifests.iter().map(|text| manifest(text)).collect::<Result<Vec<_>, _>>()?;
    let mut resources: Vec<(String, Value)> = Vec::new();
    for (manifest, whole) in &manifests {
        resources.extend(resources_of(manifest, whole, &manifests));
    }
    resources.sort_by(|a, b| a.0.cmp(&b.0));
    let modules: Vec<Value> =
        manifests.iter().map(|(manifest, _)| json!({"name": manifest.name, "version": manifest.version})).collect();
    let parsed = |text: &str| serde_json::from_str::<Value>(text).map_err(|error| error.to_string());
    let mut printed = Map::new();
    let mut put = |key: &str, value: Value| printed.insert(key.to_owned(), value);
    put("schema", "provost.declaration/1".into());
    put("node", kept.node.into());
    put("site", kept.site.into());
    put("generation", kept.generation.into());
    if kept.removed {
        put("removed", true.into());
    }
    put("modules", modules.into());
    put("resources", resources.into_iter().map(|(_, resource)| resource).collect::<Vec<_>>().into());
    put("takes", parsed(kept.takes)?);
    put("facts", parsed(kept.facts)?);
    Ok(Value::Object(printed))
}

pub(super) fn manifest(text: &str) -> Result<(Manifest, Value), String> {
    let whole: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let name = whole.get("name").and_then(Value::as_str).unwrap_or_default();
    let manifest = read::stored(&ModuleName::stored(name), text)?;
    Ok((manifest, whole))
}

/// The resources of a module with qualified ids, otherwise as in the manifest.
fn resources_of(manifest: &Manifest, whole: &Value, set: &[(Manifest, Value)]) -> Vec<(String, Value)> {
    let given = whole.get("resources").and_then(Value::as_array);
    let given = given.into_iter().flatten();
    let printed = manifest.resources.iter().zip(given).map(|(resource, given)| {
        let id = format!("{}/{}", manifest.name, resource.id);
        let mut fields = given.as_object().cloned().unwrap_or_default();
        fields.insert("id".to_owned(), id.clone().into());
        if fields.contains_key("reflects") {
            fields.insert("reflects".to_owned(), reflected(&id, manifest, &resource.reflects, set).into());
        }
        (id, Value::Object(fields))
    });
    printed.collect()
}

/// What a resource reflects, as qualified ids, sorted: paths worked out to what is at or below them.
pub(super) fn reflected<T>(
    own: &str,
    manifest: &Manifest,
    reflects: &[Reflects],
    set: &[(Manifest, T)],
) -> Vec<String> {
    let mut ids = Vec::new();
    for reflects in reflects {
        match reflects {
            Reflects::Own(id) => ids.push(format!("{}/{id}", manifest.name)),
            Reflects::Other(module, id) if set.iter().any(|(other, _)| other.name == *module) => {
                ids.push(format!("{module}/{id}"));
            }
            Reflects::Other(..) => {}
            Reflects::Path(path) => {
                for (other, _) in set {
                    let below = |identity: &Identity| identity.path().is_some_and(|at| at.is_at_or_below(path));
                    let at = other.resources.iter().filter(|resource| below(&resource.identity));
                    ids.extend(at.map(|resource| format!("{}/{}", other.name, resource.id)).filter(|id| id != own));
                }
            }
        }
    }
    ids.sort();
    ids.dedup();
    ids
}
