pub struct Before {
    a: u8,
}

pub fn good(x: u32) -> u32 {
    x + 1
}

pub fn unfinished(y: u32) -> u32 {
    let z = y +
    if z > {
        call(z;
    }

impl Before {
    pub fn method(&self) -> u8 {
        self.a
    }
    fn half(&self, b: 
}

pub enum After {
    One,
    Two(u8),
}

pub fn last() {
    good(2);
}
