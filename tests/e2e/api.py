"""Calls any service of a server, as its reflection describes it; no generated code.

    api = Api("127.0.0.1:7070")
    job = api.call("widthlab.pipeline.v1.PipelineService/GetRun", {"name": "jobs/pipeline-7"})
    job["state"]
"""

import grpc
from google.protobuf import json_format, message_factory
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)


class CallError(Exception):
    """An error of a call with what its google.rpc.ErrorInfo says."""

    def __init__(self, code, message, reason, metadata):
        super().__init__(f"{code} {reason}: {message}")
        self.code = code
        self.message = message
        self.reason = reason
        self.field = metadata.get("field", "")


class Api:
    def __init__(self, address):
        self.channel = grpc.insecure_channel(address, options=[("grpc.enable_http_proxy", 0)])
        self._database = ProtoReflectionDescriptorDatabase(self.channel)
        self._pool = DescriptorPool(self._database)

    def close(self):
        self.channel.close()

    def services(self):
        return sorted(self._database.get_services())

    def methods(self, service):
        return [m.name for m in self._pool.FindServiceByName(service).methods]

    def call(self, method, fields=None, timeout=60):
        """One answer, as a dict with proto field names and defaults."""
        descriptor, path = self._find(method)
        stub = self.channel.unary_unary(path, *self._codecs(descriptor))
        with _Errors(self):
            return self._to_dict(stub(self._request(descriptor, fields), timeout=timeout))

    def stream(self, method, fields=None, timeout=300):
        """The answers of a server stream, one after another."""
        descriptor, path = self._find(method)
        stub = self.channel.unary_stream(path, *self._codecs(descriptor))
        with _Errors(self):
            for message in stub(self._request(descriptor, fields), timeout=timeout):
                yield self._to_dict(message)

    def send(self, method, requests, timeout=60):
        """The answer to a client stream of dicts."""
        descriptor, path = self._find(method)
        stub = self.channel.stream_unary(path, *self._codecs(descriptor))
        messages = (self._request(descriptor, fields) for fields in requests)
        with _Errors(self):
            return self._to_dict(stub(messages, timeout=timeout))

    def _find(self, method):
        service, name = method.split("/")
        return self._pool.FindServiceByName(service).FindMethodByName(name), f"/{service}/{name}"

    @staticmethod
    def _codecs(descriptor):
        response = message_factory.GetMessageClass(descriptor.output_type)
        return lambda message: message.SerializeToString(), response.FromString

    def _request(self, descriptor, fields):
        message = message_factory.GetMessageClass(descriptor.input_type)()
        return json_format.ParseDict(fields or {}, message, descriptor_pool=self._pool)

    def _to_dict(self, message):
        return json_format.MessageToDict(
            message,
            preserving_proto_field_name=True,
            always_print_fields_with_no_presence=True,
            descriptor_pool=self._pool,
        )

    def error_info(self, error):
        """Reason and metadata of an RpcError, from its trailer."""
        trailer = dict(error.trailing_metadata() or ()).get("grpc-status-details-bin")
        if trailer is None:
            return "", {}
        status = self._message("google.rpc.Status")
        status.ParseFromString(trailer)
        for detail in status.details:
            if detail.type_url.endswith("google.rpc.ErrorInfo"):
                info = self._message("google.rpc.ErrorInfo")
                info.ParseFromString(detail.value)
                return info.reason, dict(info.metadata)
        return "", {}

    def _message(self, name):
        return message_factory.GetMessageClass(self._pool.FindMessageTypeByName(name))()


class _Errors:
    """Turns an RpcError into a CallError."""

    def __init__(self, api):
        self._api = api

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if isinstance(error, grpc.RpcError):
            reason, metadata = self._api.error_info(error)
            raise CallError(error.code().name, error.details(), reason, metadata) from error
        return False
