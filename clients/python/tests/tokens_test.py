"""Token shards of other tools, by reference and sent, on a real server."""

import asyncio
import struct

import numpy as np
import pytest
import widthlab

IDS = [256, 72, 105, 33] * 40
SMALL = {"sequences": 2, "sequence_length": 16, "subsamples": 2, "tokens_per_subsample": 4}


def llm_c(ids):
    header = np.zeros(256, "<i4")
    header[:3] = 20240520, 1, len(ids)
    return header.tobytes() + np.asarray(ids, "<u2").tobytes()


def megatron(sizes):
    ends = np.cumsum([0, *sizes])
    return (
        b"MMIDIDX\x00\x00"
        + struct.pack("<QBQQ", 1, 8, len(sizes), len(sizes) + 1)
        + np.asarray(sizes, "<i4").tobytes()
        + (2 * ends[:-1]).astype("<i8").tobytes()
        + np.arange(len(sizes) + 1, dtype="<i8").tobytes()
    )


def test_a_shard_has_one_id_however_it_comes(lab, server, tmp_path):
    path = tmp_path / "train.bin"
    path.write_bytes(llm_c(IDS))
    text = lab.import_tokens(path)
    assert text.kind == "text"
    assert text.files["train.bin"].media_type == "application/vnd.widthlab.tokens.llm_c"
    assert lab.import_tokens(path, upload=True) == text

    async def imported():
        async with await widthlab.connect_async(server.address) as other:
            return await other.import_tokens(path), await other.import_tokens(path, upload=True)

    assert asyncio.run(imported()) == (text, text)


def test_shards_of_every_format_are_captured_alike(lab, result, tmp_path):
    narrow = np.asarray(IDS, "<u2").tobytes()
    (tmp_path / "d.idx").write_bytes(megatron([len(IDS)]))
    clouds = []
    for name, data, format in [
        ("a.bin", llm_c(IDS), ""),
        ("b.bin", narrow, "nanogpt"),
        ("c.bin", np.asarray(IDS, "<u4").tobytes(), "nanogpt_u32"),
        ("d.bin", narrow, ""),
        ("e.jsonl", f'{{"input_ids": {IDS}}}'.encode(), ""),
    ]:
        (tmp_path / name).write_bytes(data)
        text = lab.import_tokens(tmp_path / name, format=format)
        clouds.append(lab.cloud(lab.capture(result["reference"], text=text, **SMALL).result(), 0))
    for x, y in clouds[1:]:
        assert np.array_equal(x, clouds[0][0])
        assert np.array_equal(y, clouds[0][1])


def test_what_cannot_be_imported_is_named(lab, tmp_path):
    path = tmp_path / "plain.bin"
    path.write_bytes(b"abcd")
    (tmp_path / "empty").mkdir()
    for upload in (False, True):
        with pytest.raises(widthlab.InvalidArgumentError, match="nanogpt_u32") as caught:
            lab.import_tokens(path, upload=upload)
        assert caught.value.field == "format"
        with pytest.raises(widthlab.InvalidArgumentError, match="is none of") as caught:
            lab.import_tokens(path, format="bin", upload=upload)
        assert caught.value.field == "format"
    for named, words in [
        (tmp_path / "none.bin", "is no file"),
        (tmp_path / "empty", "has no .bin"),
    ]:
        with pytest.raises(widthlab.InvalidArgumentError, match=words) as caught:
            lab.import_tokens(named, upload=True)
        assert caught.value.field == "path"
    with pytest.raises(widthlab.InvalidArgumentError, match=".idx beside it"):
        lab.import_tokens(path, format="megatron", upload=True)
    with pytest.raises(widthlab.InvalidArgumentError, match="rule header"):
        lab.import_tokens(path, format="llm_c", upload=True)
    with pytest.raises(widthlab.PermissionDeniedError, match="--import-root"):
        lab.import_tokens("/etc/passwd", format="jsonl")
