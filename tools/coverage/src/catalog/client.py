"""Reads an OpenAPI document and calls operations by it: client.py DOCUMENT BASE-URL, and one JSON line per call on stdin."""

import json
import sys
import urllib.parse
import urllib.request

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
operations = {
    operation["operationId"]: (path, method, operation)
    for path, methods in document["paths"].items()
    for method, operation in methods.items()
}


def call(name, params, headers):
    path, method, operation = operations[name]
    query, body = [], {}
    places = {parameter["name"]: parameter for parameter in operation.get("parameters", [])}
    for key, value in params.items():
        place = places.get(key)
        if place is None:
            body[key] = value
        elif place["in"] == "path":
            path = path.replace("{" + key + "}", urllib.parse.quote(str(value), safe=""))
        elif isinstance(value, list) and place.get("explode") is False:
            query.append((key, ",".join(map(str, value))))
        else:
            query += [(key, each) for each in (value if isinstance(value, list) else [value])]
    url = sys.argv[2] + path + ("?" + urllib.parse.urlencode(query) if query else "")
    data = json.dumps(body).encode() if "requestBody" in operation else None
    request = urllib.request.Request(url, data, headers, method=method.upper())
    if data is not None:
        request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as response:
        return json.load(response)


for line in sys.stdin:
    given = json.loads(line)
    print(json.dumps(call(given["name"], given["params"], given["headers"])))
