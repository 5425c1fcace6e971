;; Sums of products of a question with rows of int8 components, sixteen components at a time. scripts/build-row-scores.ts
;; assembles it; worker/docs-index/vector-rows.ts says what lies where.
(module
  (memory (import "rows" "memory") 1)

  ;; From `row` up to `end`, rows of `stride` bytes (a multiple of 16): one int32 for each at `out`, with the question's
  ;; int16 components at `question`.
  (func (export "score")
    (param $question i32) (param $row i32) (param $end i32) (param $stride i32) (param $out i32)
    (local $left i32) (local $components i32) (local $bytes v128) (local $sums v128)
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
        (local.set $sums (v128.const i32x4 0 0 0 0))
        (local.set $left (local.get $stride))
        (local.set $components (local.get $question))
        (loop $sixteen
          (local.set $bytes (v128.load (local.get $row)))
          (local.set $sums
            (i32x4.add
              (local.get $sums)
              (i32x4.dot_i16x8_s
                (i16x8.extend_low_i8x16_s (local.get $bytes))
                (v128.load (local.get $components)))))
          (local.set $sums
            (i32x4.add
              (local.get $sums)
              (i32x4.dot_i16x8_s
                (i16x8.extend_high_i8x16_s (local.get $bytes))
                (v128.load offset=16 (local.get $components)))))
          (local.set $row (i32.add (local.get $row) (i32.const 16)))
          (local.set $components (i32.add (local.get $components) (i32.const 32)))
          (br_if $sixteen (local.tee $left (i32.sub (local.get $left) (i32.const 16)))))
        (i32.store
          (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
            (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $rows)))))
