/* Members of structures. */

struct point { double x, y; int tag[3]; };
struct grid { int n; double *data; double fixed[8][8]; struct point corner; };
union either { int i; float f; };

void members(struct grid *g) {
  for (int i = 0; i < g->n; i++) g->data[i] = g->fixed[i][0] + g->corner.x;
}

void array_of_structures(int n, struct point *p) {
  for (int i = 0; i < n; i++) {
    p[i].x = p[i].y;
    p[i].tag[2] = i;
  }
}

void local_structure(int n, double *a) {
  struct point s;
  for (int i = 0; i < n; i++) {
    s.x = i;
    a[i] = s.x;
  }
}

void structure_by_value(struct grid g, double *restrict a) {
  for (int i = 0; i < g.n; i++) a[i] = g.corner.tag[i % 3];
}

void whole_copies(int n, struct point *p) {
  for (int i = 0; i < n; i++) p[i] = p[i + 1];
}

void unions(int n, union either *u) {
  for (int i = 0; i < n; i++) u[i].i = 0;
}

void bound_that_may_change(struct grid *g, int *a) {
  for (int i = 0; i < g->n; i++) a[i] = 0;
}

void declared_inside(int n, struct point *p) {
  for (int i = 0; i < n; i++) {
    struct point t;
    t.x = p[i].x;
    p[i].x = p[i].y;
    p[i].y = t.x;
  }
}
