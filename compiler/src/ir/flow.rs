//! In what order the blocks of a function follow each other.

use super::{BlockId, Function};

impl Function {
    /// The blocks that can be reached, each before those that it leads to as far as loops allow.
    pub fn reverse_postorder(&self) -> Vec<BlockId> {
        let mut seen = vec![false; self.blocks.len()];
        let mut order = Vec::new();
        if self.blocks.is_empty() {
            return order;
        }
        seen[0] = true;
        let mut path = vec![(BlockId(0), self.blocks[0].term.successors(), 0)];
        while let Some((block, successors, next)) = path.last_mut() {
            // The last successor is visited first, so that the first one follows its block directly.
            let Some(to) = successors.len().checked_sub(*next + 1).map(|i| successors[i]) else {
                order.push(*block);
                path.pop();
                continue;
            };
            *next += 1;
            if !std::mem::replace(&mut seen[to.0 as usize], true) {
                path.push((to, self.block(to).term.successors(), 0));
            }
        }
        order.reverse();
        order
    }

    /// For each block how many ways lead into it from blocks that can be reached; the start counts as one.
    pub fn ways(&self) -> Vec<u32> {
        let mut ways = vec![0; self.blocks.len()];
        for block in self.reverse_postorder() {
            for next in self.block(block).term.successors() {
                ways[next.0 as usize] += 1;
            }
        }
        ways.iter_mut().take(1).for_each(|entry| *entry += 1);
        ways
    }

    /// Drops the blocks that cannot be reached and puts the others in reverse postorder.
    pub fn compact(&mut self) {
        let order = self.reverse_postorder();
        let mut number = vec![BlockId(0); self.blocks.len()];
        for (new, old) in order.iter().enumerate() {
            number[old.0 as usize] = BlockId(new as u32);
        }
        let mut old: Vec<_> = std::mem::take(&mut self.blocks).into_iter().map(Some).collect();
        self.blocks = order.iter().filter_map(|id| old[id.0 as usize].take()).collect();
        for block in &mut self.blocks {
            block.term.redirect(&mut |to| *to = number[to.0 as usize]);
        }
    }
}
