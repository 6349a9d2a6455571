"""Made by http/sdk/maker: the types and the calls of the API."""
