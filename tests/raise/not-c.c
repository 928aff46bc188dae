// test raise
fn main() { println!("this is not C"); } // error: this declaration could not be read as C; it is left as it is
