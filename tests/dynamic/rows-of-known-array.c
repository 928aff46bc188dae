// test explain
// It is known how many elements the rows have in all. No version visits each row for each tile of them.
int column[500000];
int start[7001];
void shift(int n, int first)
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++)
      column[k] = column[k] - first;
#pragma endscop
}
//| remark[region]: `shift`: 1 loop runs in parallel
//|   --> rows-of-known-array.c:8:3
//|    |
//|  8 | /   for (int i = 0; i < n; i++)
//|  9 | |     for (int k = start[i]; k < start[i + 1]; k++)
//| 10 | |       column[k] = column[k] - first;
//|    | |____________________________________^
//|    |
//|    = note: it now runs as
//|            parallel for i
//|              for k
//|                S0
//|    = note: this is what runs where `start` does not decrease, which is tested at run time
//|    = note: considered, with the predicted time:
//|            as written
//|            original order: loop 0 parallel
//|            original order, between static bounds: loop 0 parallel
//|            scheduler, distributed: loop 0 parallel (chosen)
//|            scheduler, distributed, between static bounds: loop 0 parallel
//| remark[loop-parallel]: loop over `i`: parallel
//|  --> rows-of-known-array.c:8:3
//|   |
//| 8 |   for (int i = 0; i < n; i++)
//|   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//| remark[loop-not-parallel]: loop over `k`: not parallel
//|  --> rows-of-known-array.c:9:5
//|   |
//| 9 |     for (int k = start[i]; k < start[i + 1]; k++)
//|   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|   |
//|   = note: its iterations are independent; another loop is the parallel one
//| remark[version]: `shift_default`, for `start` that decreases: no loop runs in parallel
//|   --> rows-of-known-array.c:8:3
//|    |
//|  8 | /   for (int i = 0; i < n; i++)
//|  9 | |     for (int k = start[i]; k < start[i + 1]; k++)
//| 10 | |       column[k] = column[k] - first;
//|    | |____________________________________^
//|    |
//|    = note: it now runs as
//|            for i
//|              for k
//|                S0
//| remark[version]: `shift_ascending_and_work_le_43008`, for (start[n] - start[0]) <= 43008: no loop runs in parallel
//|   --> rows-of-known-array.c:8:3
//|    |
//|  8 | /   for (int i = 0; i < n; i++)
//|  9 | |     for (int k = start[i]; k < start[i + 1]; k++)
//| 10 | |       column[k] = column[k] - first;
//|    | |____________________________________^
//|    |
//|    = note: it now runs as
//|            for i
//|              for k
//|                S0
