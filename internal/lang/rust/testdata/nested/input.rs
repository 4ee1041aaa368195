pub mod outer {
    //! The outer module.
    //! It has more lines.

    pub(crate) mod middle {
        pub struct Deep {
            pub field: super::Shallow,
        }

        impl Deep {
            pub fn method(&self) -> usize {
                struct Local {
                    size: usize,
                }
                impl Local {
                    fn size(&self) -> usize {
                        self.size
                    }
                }
                fn helper(local: Local) -> usize {
                    const STEP: usize = 2;
                    local.size() + STEP
                }
                enum State {
                    On,
                    Off,
                }
                helper(Local { size: 1 })
            }
        }
    }

    mod hidden {
        pub fn unseen() {}
    }

    pub struct Shallow;
    pub fn visible() {
        let f = |x: u32| {
            fn in_closure() {}
            in_closure();
            x
        };
        f(hidden::unseen());
    }
}

fn main() {
    outer::visible();
}
