mod mail;
mod smtp_peer;
