-- Addresses whose domain is not ASCII get the one spelling that is compared from now on. Where two accounts would get
-- the same, both stay as they are.
update or ignore users set email = email_address(email) where email glob '*[^ -~]*';
