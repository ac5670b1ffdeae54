//! The screens of a match, tried without a window: what is in the tree that screen readers see, whole rounds by every way of
//! playing, and pictures.

mod absent;
pub mod app;
mod care;
mod chat;
pub mod desk;
mod hand;
mod home;
mod language;
pub mod lobby;
mod looks;
mod motion;
mod pages;
mod past;
pub mod replay;
mod rounds;
mod scores;
mod tree;
mod watching;
