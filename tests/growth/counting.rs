//! An allocator that counts.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering},
};

struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);
/// Bytes that are in use.
static LIVE: AtomicUsize = AtomicUsize::new(0);
/// The most that were.
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn took(bytes: usize) {
    let live = LIVE.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(live, Ordering::Relaxed);
}

// Only a global allocator sees what is allocated, and to be one is unsafe.
#[allow(unsafe_code)]
// SAFETY: the system's allocator does what is asked of this one.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        took(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // Large pieces move without a copy.
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        took(size);
        // SAFETY: as above.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often memory was asked for, by any thread, while something was done.
pub(crate) fn allocations<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = COUNT.load(Ordering::Relaxed);
    let result = run();
    (result, COUNT.load(Ordering::Relaxed) - before)
}

/// The most memory that was in use at once while something was done, beyond what was before, in bytes.
pub(crate) fn peak<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = run();
    (result, PEAK.load(Ordering::Relaxed) - before)
}
