/// What can be drawn.
pub trait Draw: Shape + fmt::Debug + 'static
where
    Self: Sized,
{
    /// What it is drawn on.
    type Canvas: Surface;
    type Colour<'a>: Into<u32> where Self: 'a;
    const LAYERS: usize;
    const DEPTH: usize = 1;

    /// Draws it.
    fn draw(&self, on: &mut Self::Canvas) -> Result<(), Self::Error>;

    fn redraw(&mut self) {
        self.draw(&mut Self::Canvas::blank()).ok();
    }

    fn make(size: u32) -> Self;
}

pub(crate) unsafe trait Zeroed {}
trait Alias<T>: Iterator<Item = T> {}

struct Circle {
    radius: f64,
}

impl Draw for Circle {
    type Canvas = Bitmap;
    type Colour<'a> = Rgb;
    const LAYERS: usize = 3;

    fn draw(&self, on: &mut Bitmap) -> Result<(), Self::Error> {
        on.circle(self.radius)?;
        <Self as Draw>::trace(self);
        Ok(())
    }

    fn make(size: u32) -> Circle {
        Circle { radius: f64::from(size) }
    }
}

impl crate::geometry::Shape<u8> for Circle {
    default fn area(&self) -> f64 {
        std::f64::consts::PI * self.radius.powi(2)
    }
}

fn show<D: ?Sized + Draw>(what: &D, also: &dyn Draw<Canvas = Bitmap>, third: impl Draw + Clone)
where
    for<'a> &'a D: IntoIterator<Item = &'a u8>,
{
}
