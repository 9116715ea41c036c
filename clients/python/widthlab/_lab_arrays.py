"""A user's own arrays and results."""

import os
from collections.abc import Mapping
from typing import Any

from widthlab._arrays import Cloud, same_shape
from widthlab._artifacts import Artifact
from widthlab._blobs import Upload
from widthlab._calls import Calls
from widthlab._imports import ImportedResults, cloud_upload, import_request, results_request
from widthlab._measurements import CloudComparison, CloudDimension
from widthlab._methods import (
    COMPARE_CLOUDS,
    ESTIMATE_DIMENSION,
    FIND_MISSING_BLOBS,
    IMPORT_ACTIVATIONS,
    IMPORT_TOKENS,
    IMPORT_TRAINING_RESULTS,
    QUERY_BLOB_UPLOAD,
    WRITE_BLOB,
)
from widthlab._options import fill
from widthlab._proto.widthlab.artifact.v1 import artifact_service_pb2
from widthlab._proto.widthlab.geometry.v1 import geometry_pb2
from widthlab._tensor import compare_requests, dimension_requests
from widthlab._tokens import tokens_request, tokens_upload

_SHIFT = geometry_pb2.STATISTIC_SHIFT
_TOPOLOGY = geometry_pb2.STATISTIC_TOPOLOGICAL_CHANGE


def compare_input(
    x: Any, y: Any, options: Mapping[str, Any]
) -> tuple[geometry_pb2.CompareCloudsSpec, Cloud, Cloud]:
    """Checked before anything is sent."""
    spec = geometry_pb2.CompareCloudsSpec()
    fill(spec, options)
    one, other = Cloud("X", x), Cloud("Y", y)
    # Topological change compares any two clouds, metric distortion any of as many points.
    asked = set(spec.statistics) or {_SHIFT}
    same_shape(one, other, rows=asked != {_TOPOLOGY}, columns=_SHIFT in asked)
    return spec, one, other


def dimension_input(
    x: Any, options: Mapping[str, Any]
) -> tuple[geometry_pb2.EstimateDimensionSpec, Cloud]:
    spec = geometry_pb2.EstimateDimensionSpec()
    fill(spec, options)
    return spec, Cloud("X", x)


class ArrayCalls(Calls):
    def compare_clouds(
        self,
        x: Any,
        y: Any,
        *,
        geometry: str = "raw",
        timeout: float | None = None,
        **options: Any,
    ) -> CloudComparison:
        """Measures what happened between two clouds; row i of both is the same token.

        X and Y are arrays [points, coordinates] of any real type and layout. Only the statistic
        topological_change takes clouds of different sizes.

        Geometries are raw, spherical and hyperbolic. Options are those of CompareCloudsSpec:
        statistics, hyperbolic_radius, ground_norm, random_starts, max_iterations, seed.
        """
        spec, one, other = compare_input(x, y, {"geometry": geometry, **options})
        answer = self._transport.send(
            COMPARE_CLOUDS, lambda: compare_requests(spec, one, other), timeout=timeout
        )
        return CloudComparison(answer)

    def estimate_dimension(
        self, x: Any, *, geometry: str = "raw", timeout: float | None = None, **options: Any
    ) -> CloudDimension:
        """Estimates on how many dimensions a cloud [points, coordinates] lives."""
        spec, cloud = dimension_input(x, {"geometry": geometry, **options})
        answer = self._transport.send(
            ESTIMATE_DIMENSION, lambda: dimension_requests(spec, cloud), timeout=timeout
        )
        return CloudDimension(answer)

    def import_clouds(
        self,
        clouds: Any,
        *,
        source: str = "",
        subsamples: int = 0,
        architecture: Any = None,
        tokens: Mapping[str, Any] | None = None,
    ) -> Artifact:
        """Stores clouds that were captured elsewhere, so that they can be measured.

        `clouds` is a dict layer -> (X, Y), a list of such pairs, or the path of a safetensors file
        with ffn_in.LAYER and ffn_out.LAYER, for every layer from 0 on. X and Y are arrays
        [tokens, coordinates] or paths of .npy files; row i is the same token everywhere. The rows
        are cut into `subsamples` equal parts, row after row (0: not at all); standard errors are
        over them. `tokens` may say what the rows are: sequence, position, token_id, subsample,
        each a whole number a row. `architecture` is the shape of the model, where it is known.
        """
        upload = cloud_upload(clouds, tokens)
        request = import_request(upload, clouds, source, subsamples, architecture)
        self._store(upload)
        return Artifact(self._transport.call(IMPORT_ACTIVATIONS, request, timeout=None))

    def import_tokens(
        self,
        path: str | os.PathLike[str],
        *,
        format: str = "",
        source: str = "",
        upload: bool = False,
    ) -> Artifact:
        """Gives token shards an id, so that they can be read as a text: capture(model, text=it).

        `path` is a shard of llm.c or nanoGPT (.bin), of Megatron (.bin with its .idx), JSON lines
        (.jsonl), or a folder of shards of one format, on the server and below one of its import
        roots: nothing is copied. With `upload` it is one of this machine, which is sent. `format`
        is "llm_c", "nanogpt", "nanogpt_u32", "megatron" or "jsonl"; nanoGPT's must be said.
        """
        if not upload:
            request = tokens_request(path, format, source)
        else:
            request, uploads = tokens_upload(path, format, source)
            for part in uploads:
                self._store(part)
        return Artifact(self._transport.call(IMPORT_TOKENS, request, timeout=None))

    def import_results(
        self,
        results: Any,
        *,
        source: str = "",
        architectures: Mapping[str, Any] | None = None,
    ) -> ImportedResults:
        """Stores losses of models that were trained elsewhere, so that they can be compared.

        `results` is the path of a CSV file, a DataFrame, or rows with arm, seed, step, loss (and
        tokens, training_loss, learning_rate where they are known). `loss` is the validation loss
        in nats; the last step of an arm and seed is its final one.
        """
        request = results_request(results, source, architectures)
        return ImportedResults(self._transport.call(IMPORT_TRAINING_RESULTS, request))

    def _store(self, upload: Upload) -> None:
        """Sends a blob unless the server has it; a connection that breaks goes on where it was."""
        asked = artifact_service_pb2.FindMissingBlobsRequest(digests=[upload.digest])
        if not self._transport.call(FIND_MISSING_BLOBS, asked).missing:
            return
        attempts = 0

        def requests() -> Any:
            nonlocal attempts
            attempts += 1
            if attempts == 1 or not upload.upload_id:
                return upload.requests()
            query = artifact_service_pb2.QueryBlobUploadRequest(upload_id=upload.upload_id)
            return upload.requests(
                self._transport.call(QUERY_BLOB_UPLOAD, query, repeat=False).committed_bytes
            )

        self._transport.send(WRITE_BLOB, requests)
