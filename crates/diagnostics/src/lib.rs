//! Source files, spans, diagnostics and remarks, rendered as text or JSON.
