//! How far two words are apart, letter by letter.

/// Insertions, deletions, substitutions and swaps of neighbours that make one word of the other.
pub fn distance(one: &[char], other: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in one.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, known) in other.iter().enumerate() {
            let at =
                |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX / 2);
            let mut least = (at(&last, column + 1) + 1)
                .min(at(&next, column) + 1)
                .min(at(&last, column) + usize::from(letter != known));
            let is_swap = row > 0
                && column > 0
                && one.get(row - 1) == Some(known)
                && other.get(column - 1) == Some(letter);
            if is_swap {
                least = least.min(at(&before_last, column - 1) + 1);
            }
            next.push(least);
        }
        before_last = std::mem::replace(&mut last, next);
    }
    last.last().copied().unwrap_or_default()
}
