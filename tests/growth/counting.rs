//! An allocator that counts.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering},
};

struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);

// Only a global allocator sees what is allocated, and to be one is unsafe.
#[allow(unsafe_code)]
// SAFETY: the system's allocator does what is asked of this one.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
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
