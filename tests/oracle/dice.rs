//! Chance that can be repeated: the same seed, the same throws, on any machine.

/// A generator of numbers (splitmix64).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of the numbers from `least` to `most`.
    pub(crate) fn between(&mut self, least: usize, most: usize) -> usize {
        least + (self.next() % (most - least + 1) as u64) as usize
    }

    /// True this many times of a hundred.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.between(1, 100) <= percent
    }

    /// One of them.
    pub(crate) fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.between(0, all.len() - 1)].clone()
    }

    /// At most so many of them, each once, in any order.
    pub(crate) fn some_of<T: Clone>(&mut self, all: &[T], most: usize) -> Vec<T> {
        let count = self.between(0, most.min(all.len()));
        let mut some = self.shuffled(all);
        some.truncate(count);
        some
    }

    /// All of them, in any order.
    pub(crate) fn shuffled<T: Clone>(&mut self, all: &[T]) -> Vec<T> {
        let mut left = all.to_vec();
        (0..all.len()).map(|last| left.swap_remove(self.between(0, all.len() - 1 - last))).collect()
    }
}
