//! How often one address of the network may ask for what costs others something. Counted in memory, so that a flood of
//! askers writes nothing; a tenant that is opened anew begins anew.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use super::pace::{LONGEST, too_often};
use crate::error::Result;

/// More addresses than this in an hour are no crowd but a flood, which a limit for each of them does not hold back.
const MOST_ADDRESSES: usize = 50_000;

/// When each asked, in seconds.
#[derive(Default)]
pub struct Crowd(Mutex<HashMap<IpAddr, Vec<i64>>>);

impl Crowd {
    /// Counts once more for `home`; 429 where that is more than `most` within an hour. What a clock that was ahead wrote
    /// down does not count.
    pub fn keep(&self, home: IpAddr, second: i64, most: usize) -> Result<()> {
        let mut asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let since = second - LONGEST.as_secs();
        if asked.len() >= MOST_ADDRESSES {
            asked.retain(|_, seconds| seconds.last().is_some_and(|last| *last > since));
        }
        if asked.len() >= MOST_ADDRESSES {
            asked.clear();
        }
        let seconds = asked.entry(home).or_default();
        seconds.retain(|then| *then > since && *then <= second);
        if seconds.len() >= most {
            return Err(too_often());
        }
        seconds.push(second);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));

    #[test]
    fn one_address_asks_so_often_in_an_hour_and_others_are_not_held_back() {
        let crowd = Crowd::default();
        for second in 0..3 {
            crowd.keep(ONE, second, 3).unwrap();
        }
        assert!(crowd.keep(ONE, 3_599, 3).is_err());
        crowd.keep([10, 0, 0, 2].into(), 3_599, 3).unwrap();
        // The first of them is an hour ago.
        crowd.keep(ONE, 3_600, 3).unwrap();
        assert!(crowd.keep(ONE, 3_600, 3).is_err());
        // The clock was ahead.
        crowd.keep(ONE, 1_000, 3).unwrap();
    }

    #[test]
    fn a_flood_takes_no_more_memory_than_a_crowd() {
        let crowd = Crowd::default();
        for number in 0..120_000_u32 {
            let home = IpAddr::V4(number.into());
            crowd.keep(home, i64::from(number / 100), 3).unwrap();
        }
        assert!(crowd.0.lock().unwrap().len() <= MOST_ADDRESSES);
    }
}
