"""KernelWriter, which writes the code of a kernel graph. For each row, the code makes passes over the columns.

A pass computes one vector at a time. A kernel receives the address of a table. The table contains the numbers of rows
and columns, the address of scratch memory, and an address for each input and sink.
"""

from __future__ import annotations

from opscope.runtime.lower.kernel_graph import BOOL, FLOAT, INT, ONE, PER_COLUMN_SINKS, ROW, KernelValue
from opscope.runtime.lower.llvm.column_loop import ColumnLoop
from opscope.runtime.lower.llvm.value_code import emit_value

HEAD = 3  # entries of the table before the addresses


class KernelWriter(ColumnLoop):
    """Writer of the function for a kernel graph."""

    def text(self, name: str) -> str:
        """Return the LLVM module that contains the function of that name."""
        code = self.code
        code.label("entry")
        count = HEAD + len(self.graph.inputs) + len(self.graph.sinks)
        table = [self._load_table_entry(i) for i in range(count)]
        self.rows, self.columns, self.scratch = table[:HEAD]
        self.inputs = table[HEAD : HEAD + len(self.graph.inputs)]
        self.sinks = table[HEAD + len(self.graph.inputs) :]
        width = self.vector.count
        self.body = self.columns if self.whole else code(f"and i64 {self.columns}, {-width}")
        for value in self.passes.ready_pass:
            if value.kind == ONE:
                self._emit_scalar(value, "0")
                if value.dtype_class == FLOAT:
                    self.broadcast(value)
        code.emit("br label %row")
        code.label("row")
        self.row = code.name("row")
        following = code.name("next")
        code.lines.append(f"  {self.row} = phi i64 [ 0, %entry ], [ {following}, %done ]")
        self.start = code(f"mul i64 {self.row}, {self.columns}")
        for at in range(self.passes.count):
            self._emit_row_values(at)
            self.emit_pass(at)
        self._emit_row_values(self.passes.count)
        code.emit("br label %done")
        code.label("done")
        code.lines.append(f"  {following} = add i64 {self.row}, 1")
        again = code(f"icmp slt i64 {following}, {self.rows}")
        code.emit(f"br i1 {again}, label %row, label %end")
        code.label("end")
        code.emit("ret void")
        head = "\n".join(sorted(code.declared))
        return f"{head}\ndefine void @{name}(ptr %table) {{\n" + "\n".join(code.lines) + "\n}\n"

    def _load_table_entry(self, index: int) -> str:
        address = self.code(f"getelementptr i64, ptr %table, i64 {index}")
        return self.code(f"load {'i64' if index < 2 else 'ptr'}, ptr {address}")

    # --- values of rows, and scalars ----------------------------------------------------------------

    def _emit_row_values(self, at: int) -> None:
        """Compute the values of a row that are known before pass `at`, and write the sinks that use these values."""
        for value, stage in self.passes.ready_pass.items():
            if stage == at and value.kind == ROW and value not in self.scalars:
                self._emit_scalar(value, self.row)
        for (value, predicate), address in zip(self.graph.sinks, self.sinks, strict=True):
            if predicate in PER_COLUMN_SINKS or self.passes.ready_pass[value] != at:
                continue
            number = self.scalars[value]
            if predicate == "add all":
                first = self.code(f"icmp eq i64 {self.row}, 0")
                before = self.code(f"load {self.constant}, ptr {address}")
                before = self.code(f"select i1 {first}, {self.constant} 0.0, {self.constant} {before}")
                self.code.emit(f"store {self.constant} {self.one.add(before, number)}, ptr {address}")
            elif value.dtype_class == BOOL:
                target = self.code(f"getelementptr i8, ptr {address}, i64 {self.row}")
                self.code.emit(f"store i8 {self.code(f'zext i1 {number} to i8')}, ptr {target}")
            else:
                target = self.code(f"getelementptr {self.constant}, ptr {address}, i64 {self.row}")
                self.code.emit(f"store {self.constant} {number}, ptr {target}")

    def _emit_scalar(self, value: KernelValue, row: str) -> str:
        """Return a value of a row (or a constant of all rows) as a scalar."""
        found = self.scalars.get(value)
        if found is not None:
            return found
        if value.op == "constant":
            made = self.one.constant(value.payload[0])
        elif value.op == "columns":
            made = self.code(f"sitofp i64 {self.columns} to {self.constant}")
        elif value.op == "count":
            made = self.columns
        elif value.op == "input":
            made = self._load_scalar(value, row)
        else:
            made = emit_value(self.one, value, [self._emit_scalar(v, row) for v in value.operands])
        self.scalars[value] = made
        return made

    def _load_scalar(self, value: KernelValue, row: str) -> str:
        dtype = self.graph.inputs[value.payload][1]
        kind = {FLOAT: self.constant, BOOL: "i8", INT: f"i{dtype.itemsize * 8}"}[value.dtype_class]
        index = row if value.kind == ROW else "0"
        address = self.code(f"getelementptr {kind}, ptr {self.inputs[value.payload]}, i64 {index}")
        made = self.code(f"load {kind}, ptr {address}")
        if value.dtype_class == BOOL:
            return self.code(f"icmp ne i8 {made}, 0")
        if value.dtype_class == INT and kind != "i64":
            return self.code(f"{'sext' if dtype.kind == 'i' else 'zext'} {kind} {made} to i64")
        return made
