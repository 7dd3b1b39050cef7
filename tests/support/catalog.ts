// The rules of prices read the current catalogue, which is version one outside a request.
import "~/features/catalog/scope.server";
