"""Loops: a program as a kernel: for each row, passes over its columns, a vector at a time.

A kernel gets the address of a table: rows, columns, where scratch is, then one address for each input and each sink.
"""

from __future__ import annotations

from opscope.runtime.lower.llvm.column_loop import Columns
from opscope.runtime.lower.llvm.kernel_graph import BOOL, FLOAT, INT, ONE, ROW, WIDE, Value
from opscope.runtime.lower.llvm.value_code import done

HEAD = 3  # entries of the table before the addresses


class Kernel(Columns):
    """Writes the function of a program."""

    def text(self, name: str) -> str:
        """The module, with the function of that name."""
        code = self.code
        code.label("entry")
        count = HEAD + len(self.program.inputs) + len(self.program.sinks)
        table = [self._entry(i) for i in range(count)]
        self.rows, self.columns, self.scratch = table[:HEAD]
        self.inputs = table[HEAD : HEAD + len(self.program.inputs)]
        self.sinks = table[HEAD + len(self.program.inputs) :]
        width = self.vector.count
        self.body = self.columns if self.whole else code(f"and i64 {self.columns}, {-width}")
        for value in self.passes.ready:
            if value.kind == ONE:
                self._scalar(value, "0")
                if value.what == FLOAT:
                    self.spread(value)
        code.do("br label %row")
        code.label("row")
        self.row = code.name("row")
        following = code.name("next")
        code.lines.append(f"  {self.row} = phi i64 [ 0, %entry ], [ {following}, %done ]")
        self.start = code(f"mul i64 {self.row}, {self.columns}")
        for at in range(self.passes.count):
            self._rows(at)
            self.a_pass(at)
        self._rows(self.passes.count)
        code.do("br label %done")
        code.label("done")
        code.lines.append(f"  {following} = add i64 {self.row}, 1")
        again = code(f"icmp slt i64 {following}, {self.rows}")
        code.do(f"br i1 {again}, label %row, label %end")
        code.label("end")
        code.do("ret void")
        head = "\n".join(sorted(code.declared))
        return f"{head}\ndefine void @{name}(ptr %table) {{\n" + "\n".join(code.lines) + "\n}\n"

    def _entry(self, index: int) -> str:
        place = self.code(f"getelementptr i64, ptr %table, i64 {index}")
        return self.code(f"load {'i64' if index < 2 else 'ptr'}, ptr {place}")

    # --- one for each row, or for all ---------------------------------------------------------------

    def _rows(self, at: int) -> None:
        """Values of a row that are known before pass `at`, and the sinks that take them."""
        for value, stage in self.passes.ready.items():
            if stage == at and value.kind == ROW and value not in self.scalars:
                self._scalar(value, self.row)
        for (value, how), place in zip(self.program.sinks, self.sinks, strict=True):
            if how in WIDE or self.passes.ready[value] != at:
                continue
            number = self.scalars[value]
            if how == "add all":
                first = self.code(f"icmp eq i64 {self.row}, 0")
                before = self.code(f"load {self.number}, ptr {place}")
                before = self.code(f"select i1 {first}, {self.number} 0.0, {self.number} {before}")
                self.code.do(f"store {self.number} {self.one.add(before, number)}, ptr {place}")
            elif value.what == BOOL:
                target = self.code(f"getelementptr i8, ptr {place}, i64 {self.row}")
                self.code.do(f"store i8 {self.code(f'zext i1 {number} to i8')}, ptr {target}")
            else:
                target = self.code(f"getelementptr {self.number}, ptr {place}, i64 {self.row}")
                self.code.do(f"store {self.number} {number}, ptr {target}")

    def _scalar(self, value: Value, row: str) -> str:
        """A value of a row (or one of all) as a number."""
        found = self.scalars.get(value)
        if found is not None:
            return found
        if value.op == "number":
            made = self.one.number(value.extra[0])
        elif value.op == "columns":
            made = self.code(f"sitofp i64 {self.columns} to {self.number}")
        elif value.op == "count":
            made = self.columns
        elif value.op == "input":
            made = self._loaded(value, row)
        else:
            made = done(self.one, value, [self._scalar(v, row) for v in value.operands])
        self.scalars[value] = made
        return made

    def _loaded(self, value: Value, row: str) -> str:
        dtype = self.program.inputs[value.extra][1]
        kind = {FLOAT: self.number, BOOL: "i8", INT: f"i{dtype.itemsize * 8}"}[value.what]
        index = row if value.kind == ROW else "0"
        place = self.code(f"getelementptr {kind}, ptr {self.inputs[value.extra]}, i64 {index}")
        made = self.code(f"load {kind}, ptr {place}")
        if value.what == BOOL:
            return self.code(f"icmp ne i8 {made}, 0")
        if value.what == INT and kind != "i64":
            return self.code(f"{'sext' if dtype.kind == 'i' else 'zext'} {kind} {made} to i64")
        return made
