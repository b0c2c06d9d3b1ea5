//! The order in which a document is read aloud, made while it is laid out and filled while it is drawn.

use krilla::tagging::{Identifier, Node, TagGroup, TagKind, TagTree};

/// Place of a group in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupId(usize);

/// A place in the tree for what is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeafId(usize);

enum Child {
    Group(usize),
    Leaf(usize),
}

struct Group {
    kind: TagKind,
    children: Vec<Child>,
}

#[derive(Default)]
pub struct Tags {
    roots: Vec<usize>,
    groups: Vec<Group>,
    leaves: Vec<Vec<Identifier>>,
}

impl Tags {
    /// A group below another, or at the top.
    pub fn group(&mut self, parent: Option<GroupId>, kind: impl Into<TagKind>) -> GroupId {
        let id = self.groups.len();
        self.groups.push(Group {
            kind: kind.into(),
            children: Vec::new(),
        });
        match parent.and_then(|GroupId(parent)| self.groups.get_mut(parent)) {
            Some(parent) => parent.children.push(Child::Group(id)),
            None => self.roots.push(id),
        }
        GroupId(id)
    }

    pub fn leaf(&mut self, GroupId(parent): GroupId) -> LeafId {
        let id = self.leaves.len();
        self.leaves.push(Vec::new());
        if let Some(parent) = self.groups.get_mut(parent) {
            parent.children.push(Child::Leaf(id));
        }
        LeafId(id)
    }

    pub fn fill(&mut self, LeafId(leaf): LeafId, drawn: Identifier) {
        if let Some(leaf) = self.leaves.get_mut(leaf) {
            leaf.push(drawn);
        }
    }

    pub fn into_tree(self, language: &str) -> TagTree {
        let mut tree = TagTree::new().with_lang(Some(language.to_owned()));
        for root in &self.roots {
            if let Some(group) = self.node(*root) {
                tree.push(Node::Group(group));
            }
        }
        tree
    }

    /// The group with what was drawn for it. None: it is empty.
    fn node(&self, id: usize) -> Option<TagGroup> {
        let group = self.groups.get(id)?;
        let mut children = Vec::new();
        for child in &group.children {
            match child {
                Child::Group(child) => children.extend(self.node(*child).map(Node::Group)),
                Child::Leaf(leaf) => {
                    let drawn = self.leaves.get(*leaf).into_iter().flatten();
                    children.extend(drawn.map(|drawn| Node::Leaf(*drawn)));
                }
            }
        }
        (!children.is_empty()).then(|| TagGroup::with_children(group.kind.clone(), children))
    }
}
