//! What may be shown, attacked with every sum that answers of the API can be put into.

use proptest::prelude::*;

use super::cells::{Cell, Grid, Hidden, SMALLEST_GROUP};

const NODES: usize = 17;

/// Events of as many persons.
fn cell(events: i64) -> Cell {
    Cell {
        events,
        amount: 0,
        people: if events >= 60 {
            -1
        } else {
            (1_i64 << events) - 1
        },
    }
}

fn months(counts: &[i64]) -> [Cell; 12] {
    let mut months = [Cell::default(); 12];
    for (month, count) in months.iter_mut().zip(counts) {
        *month = cell(*count);
    }
    months
}

/// The number of each cell of a value: months, quarters, year.
fn numbers(counts: &[i64]) -> Vec<i64> {
    let mut all: Vec<i64> = counts.to_vec();
    all.extend(counts.chunks(3).map(|quarter| quarter.iter().sum::<i64>()));
    all.push(counts.iter().sum());
    all
}

/// Every hidden number that equations over what is shown have one answer for, by floating point and complete pivoting: not
/// the way in which the program looks for them.
fn given_away(
    values: &[Vec<i64>],
    is_hidden: &dyn Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let width = values.len() * NODES;
    let at = |value: usize, node: usize| value * NODES + node;
    let mut equations: Vec<Vec<f64>> = Vec::new();
    let mut add = |plus: &[usize], minus: usize| {
        let mut row = vec![0.0; width];
        for column in plus {
            row[*column] = 1.0;
        }
        row[minus] = -1.0;
        equations.push(row);
    };
    let total = values.len() - 1;
    for value in 0..values.len() {
        for quarter in 0..4 {
            let months: Vec<usize> = (0..3).map(|month| at(value, quarter * 3 + month)).collect();
            add(&months, at(value, 12 + quarter));
        }
        let quarters: Vec<usize> = (12..16).map(|quarter| at(value, quarter)).collect();
        add(&quarters, at(value, 16));
    }
    for node in 0..NODES {
        let all: Vec<usize> = (0..total).map(|value| at(value, node)).collect();
        add(&all, at(total, node));
    }
    let unknown: Vec<usize> = (0..width)
        .filter(|column| is_hidden(column / NODES, column % NODES))
        .collect();
    let mut rows: Vec<Vec<f64>> = equations
        .iter()
        .map(|row| unknown.iter().map(|column| row[*column]).collect())
        .collect();
    let mut done = 0;
    for column in 0..unknown.len() {
        let Some(pivot) = (done..rows.len())
            .filter(|row| rows[*row][column].abs() > 1e-9)
            .max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))
        else {
            continue;
        };
        rows.swap(done, pivot);
        let by = rows[done][column];
        for entry in &mut rows[done] {
            *entry /= by;
        }
        let pivot = rows[done].clone();
        for (row, entries) in rows.iter_mut().enumerate() {
            if row != done {
                let factor = entries[column];
                for (entry, from) in entries.iter_mut().zip(&pivot) {
                    *entry -= factor * from;
                }
            }
        }
        done += 1;
    }
    rows.iter()
        .filter_map(|row| {
            let alone: Vec<usize> = (0..row.len())
                .filter(|column| row[*column].abs() > 1e-9)
                .collect();
            (alone.len() == 1).then(|| (unknown[alone[0]] / NODES, unknown[alone[0]] % NODES))
        })
        .collect()
}

fn attack(counts: &[Vec<i64>]) {
    let sums: Vec<i64> = (0..12)
        .map(|month| counts.iter().map(|value| value[month]).sum())
        .collect();
    // As many persons in all as in the values: nobody is in two.
    let total = Grid::of_total(&months(&sums));
    let values: Vec<[Cell; 12]> = counts.iter().map(|value| months(value)).collect();
    let grid = Grid::beside(&total, &values);
    let mut all: Vec<Vec<i64>> = counts.iter().map(|value| numbers(value)).collect();
    all.push(numbers(&sums));
    let is_hidden = |value: usize, node: usize| grid.hidden(value, node) != Hidden::No;
    for (value, numbers) in all.iter().enumerate() {
        for (node, number) in numbers.iter().enumerate() {
            if (1..SMALLEST_GROUP).contains(number) {
                assert!(is_hidden(value, node), "{number} is shown");
            }
        }
    }
    // What was hidden beside them may be computed: it is not small itself.
    let derivable: Vec<(usize, usize)> = given_away(&all, &is_hidden)
        .into_iter()
        .filter(|(value, node)| (1..SMALLEST_GROUP).contains(&all[*value][*node]))
        .collect();
    assert_eq!(derivable, [], "of {counts:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn no_sum_of_what_is_shown_gives_a_small_group(
        counts in prop::collection::vec(prop::collection::vec(prop_oneof![3 => 0..1_i64, 3 => 1..5_i64, 4 => 5..40_i64], 12), 1..9)
    ) {
        attack(&counts);
    }
}

#[test]
fn a_lone_small_group_takes_another_with_it() {
    let mut large = vec![20_i64; 12];
    large[4] = 30;
    let mut small = vec![9_i64; 12];
    small[4] = 3;
    attack(&[large.clone(), small.clone(), vec![12; 12]]);
    attack(&[large, small]);
}

#[test]
fn what_is_of_many_events_and_few_persons_is_hidden() {
    let one_person = Cell {
        events: 40,
        amount: 0,
        people: 1,
    };
    let mut year = [Cell::default(); 12];
    year[3] = one_person;
    let grid = Grid::of_total(&year);
    assert_eq!(grid.hidden(0, 3), Hidden::Primary);
    assert_eq!(grid.hidden(0, 16), Hidden::Primary);
}

#[test]
fn a_year_of_sixty_organisations_is_settled_quickly() {
    let counts: Vec<Vec<i64>> = (0..60_i64)
        .map(|value| (0..12).map(|month| (value * 7 + month * 5) % 23).collect())
        .collect();
    attack(&counts);
}
