"""The streams that take a user's clouds."""

from collections.abc import Iterator

import numpy as np

from widthlab._arrays import Cloud
from widthlab._proto.widthlab.geometry.v1 import geometry_pb2, geometry_service_pb2
from widthlab._proto.widthlab.tensor.v1 import tensor_pb2


def chunks(cloud: Cloud) -> Iterator[tensor_pb2.TensorChunk]:
    """The header with the first piece, then the others."""
    types = {np.dtype("<f4"): "DATA_TYPE_FLOAT32", np.dtype("<f8"): "DATA_TYPE_FLOAT64"}
    header = tensor_pb2.TensorHeader(data_type=types[cloud.dtype], shape=cloud.shape)
    # By itself, so that a server which refuses the size has not read a byte of it.
    yield tensor_pb2.TensorChunk(header=header)
    for piece in cloud.pieces():
        yield tensor_pb2.TensorChunk(data=bytes(piece))


def compare_requests(
    spec: geometry_pb2.CompareCloudsSpec, x: Cloud, y: Cloud
) -> Iterator[geometry_service_pb2.CompareCloudsRequest]:
    yield geometry_service_pb2.CompareCloudsRequest(spec=spec)
    for chunk in chunks(x):
        yield geometry_service_pb2.CompareCloudsRequest(x=chunk)
    for chunk in chunks(y):
        yield geometry_service_pb2.CompareCloudsRequest(y=chunk)


def dimension_requests(
    spec: geometry_pb2.EstimateDimensionSpec, cloud: Cloud
) -> Iterator[geometry_service_pb2.EstimateDimensionRequest]:
    yield geometry_service_pb2.EstimateDimensionRequest(spec=spec)
    for chunk in chunks(cloud):
        yield geometry_service_pb2.EstimateDimensionRequest(cloud=chunk)
