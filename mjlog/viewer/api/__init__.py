"""The API: everything that the pages show as JSON, the log itself, and appending to it, under `/api/v1`.

Its answers are described by the schemas of `mjlog_schemas.api`, its OpenAPI document by the operations themselves.
"""
