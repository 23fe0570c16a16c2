//! Many short lists in one allocation: what a hundred thousand nodes hold costs two words each.

use std::marker::PhantomData;

/// An arena of lists. It only grows; a list that is replaced leaves its old items behind.
#[derive(Clone, Debug)]
pub struct Lists<T> {
    items: Vec<T>,
}

/// A list in a [`Lists`].
#[derive(Debug)]
pub struct List<T> {
    start: u32,
    length: u32,
    items: PhantomData<fn() -> T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { items: Vec::new() }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { start: 0, length: 0, items: PhantomData }
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> List<T> {
    /// Whether it has no items.
    pub const fn is_empty(self) -> bool {
        self.length == 0
    }
}

impl<T> Lists<T> {
    /// Room for so many items before the arena has to grow.
    pub fn with_capacity(items: usize) -> Self {
        Self { items: Vec::with_capacity(items) }
    }

    /// Makes room for so many more items.
    pub fn reserve(&mut self, items: usize) {
        self.items.reserve(items);
    }

    /// A new list of these items.
    pub fn add(&mut self, items: impl IntoIterator<Item = T>) -> List<T> {
        let start = self.items.len();
        self.items.extend(items);
        List { start: start as u32, length: (self.items.len() - start) as u32, items: PhantomData }
    }

    /// A list with one more item; where no other list came after it, its items stay where they are.
    pub fn with(&mut self, list: List<T>, item: T) -> List<T>
    where
        T: Copy,
    {
        let (mut start, end) = (list.start as usize, (list.start + list.length) as usize);
        if end != self.items.len() {
            let items = start..end;
            start = self.items.len();
            self.items.extend_from_within(items);
        }
        self.items.push(item);
        List { start: start as u32, length: list.length + 1, items: PhantomData }
    }

    /// The items of a list of this arena.
    pub fn get(&self, list: List<T>) -> &[T] {
        let start = list.start as usize;
        self.items.get(start..start + list.length as usize).unwrap_or_default()
    }

    /// How many items there are in all; a later [`Self::truncate`] to it forgets what came after.
    pub fn mark(&self) -> usize {
        self.items.len()
    }

    /// Forgets every list that was added after `mark`.
    pub fn truncate(&mut self, mark: usize) {
        self.items.truncate(mark);
    }
}
