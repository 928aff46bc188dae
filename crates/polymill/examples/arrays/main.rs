//! Array programs: `cargo run --release --example arrays -- NAME [SIZE]` runs one, and writes a picture where there is something to see.
#![allow(clippy::print_stdout)]

mod programs;

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;

use programs::{PROGRAMS, Picture, Program};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let Some(program) = PROGRAMS.iter().find(|program| program.name == name) else {
        println!("Which program? One of these:\n");
        for Program { name, about, size, .. } in PROGRAMS {
            println!("  {name:<16} {about} (size {size})");
        }
        return Ok(());
    };
    let size = arguments.next().map_or(Ok(program.size), |text| text.parse())?;
    let outcome = (program.run)(size)?;
    println!("{}", outcome.source);
    println!("{name}, size {size}: {:.3} ms; {}", outcome.seconds * 1e3, outcome.summary);
    if let Some(picture) = outcome.picture {
        let path = format!("{name}.png");
        write_png(&path, &picture)?;
        println!("the picture is in {path}");
    }
    Ok(())
}

fn write_png(path: &str, picture: &Picture) -> Result<(), Box<dyn Error>> {
    let (height, width) = picture.dim();
    let mut encoder =
        png::Encoder::new(BufWriter::new(File::create(path)?), u32::try_from(width)?, u32::try_from(height)?);
    encoder.set_color(png::ColorType::Rgb);
    let bytes: Vec<u8> = picture.iter().flatten().copied().collect();
    encoder.write_header()?.write_image_data(&bytes)?;
    Ok(())
}
