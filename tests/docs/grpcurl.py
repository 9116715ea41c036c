"""What the pages use of grpcurl, made on reflection: list, calls with one request, streams of answers.

grpcurl.py [-plaintext] [-emit-defaults] [-d JSON|@] ADDRESS [list [SERVICE] | METHOD]

Used where no grpcurl is installed. Anything else it refuses.
"""

import json
import sys

import grpc
from api import Api, CallError
from google.protobuf import json_format


def parse(words):
    data, flags, rest = "", set(), []
    words = iter(words)
    for word in words:
        if word == "-d":
            data = next(words, "")
        elif word in ("-plaintext", "-emit-defaults"):
            flags.add(word)
        elif word.startswith("-"):
            sys.exit(f"flag provided but not defined: {word}")
        else:
            rest.append(word)
    if "-plaintext" not in flags:
        sys.exit("this grpcurl knows only -plaintext")
    return (sys.stdin.read() if data == "@" else data), flags, rest


class Caller(Api):
    """Api with the answers as grpcurl prints them."""

    def __init__(self, address, flags):
        super().__init__(address)
        self._defaults = "-emit-defaults" in flags

    def answers(self, method, fields):
        descriptor, path = self._find(method)
        if descriptor.client_streaming:
            sys.exit("this grpcurl sends one request")
        request = self._request(descriptor, fields)
        calls = self.channel.unary_stream if descriptor.server_streaming else self.channel.unary_unary
        answer = calls(path, *self._codecs(descriptor))(request, timeout=60)
        yield from answer if descriptor.server_streaming else [answer]

    def text(self, message):
        return json_format.MessageToJson(
            message,
            indent=2,
            descriptor_pool=self._pool,
            always_print_fields_with_no_presence=self._defaults,
        )


def main(words):
    data, flags, rest = parse(words)
    address, *what = rest
    api = Caller(address, flags)
    if what[0] == "list" and len(what) == 1:
        print("\n".join(api.services()))
    elif what[0] == "list":
        print("\n".join(f"{what[1]}.{name}" for name in api.methods(what[1])))
    else:
        service, _, name = what[0].replace("/", ".").rpartition(".")
        for message in api.answers(f"{service}/{name}", json.loads(data or "{}")):
            print(api.text(message))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (CallError, grpc.RpcError) as error:
        code = error.code() if callable(error.code) else error.code
        sys.exit(f"ERROR:\n  Code: {getattr(code, 'name', code)}\n  Message: {error}")
    except KeyError as error:
        sys.exit(f"Error invoking method: {error}")
