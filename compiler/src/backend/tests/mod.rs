//! Both back ends over a small host: they must agree word for word and fault for fault.

mod agree;
pub(crate) mod draft;
mod generate;
pub(crate) mod host;
mod leaks;
mod numbers;
mod pair;
mod suspension;
mod trouble;
