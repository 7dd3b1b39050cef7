import { readFileSync } from "node:fs";
import { bootstrap } from "./bootstrap.mjs";
import { stop } from "./say.mjs";

// Holds the connection to a registry that asks for a fixed address or a client certificate: npm run epp-bridge. Its
// settings are environment variables (docs/services/epp.md).
await bootstrap();
const [{ createBridge }, { logger }] = await Promise.all([
	import("./epp-bridge/bridge.ts"),
	import("../app/lib/log.server.ts"),
]);

const {
	EPP_BRIDGE_REGISTRY: registry = "",
	EPP_BRIDGE_LISTEN: listen = "127.0.0.1:8443",
	EPP_BRIDGE_REGISTRY_CERT: registryCert,
	EPP_BRIDGE_REGISTRY_KEY: registryKey,
	EPP_BRIDGE_REGISTRY_CA: registryCa,
	EPP_BRIDGE_CERT: cert,
	EPP_BRIDGE_KEY: key,
	EPP_BRIDGE_CLIENT_CA: clientCa,
} = process.env;

const [host, port = "700"] = registry.split(":");
const [address, ownPort] = listen.split(/:(?=\d+$)/);
const needed = {
	EPP_BRIDGE_REGISTRY: registry,
	EPP_BRIDGE_CERT: cert,
	EPP_BRIDGE_KEY: key,
	EPP_BRIDGE_CLIENT_CA: clientCa,
};
const missing = Object.keys(needed).filter((name) => !needed[name]);
if (missing.length > 0)
	stop(`${missing.join(", ")} missing. docs/services/epp.md describes the settings of the bridge.`);
if (!ownPort) stop("EPP_BRIDGE_LISTEN must look like 203.0.113.5:8443.");

const server = createBridge({
	registry: { host, port: Number(port), cert: read(registryCert), key: read(registryKey), ca: read(registryCa) },
	...{ cert: read(cert), key: read(key), clientCa: read(clientCa) },
});
server.on("error", (error) => stop(`The bridge can't listen on ${listen}: ${error.message}`));
server.on("tlsClientError", (error) => logger.warn("bridge_client_refused", { code: error.code }));
server.listen(Number(ownPort), address, () => logger.info("bridge_started", { host, of: listen }));
for (const signal of ["SIGINT", "SIGTERM"])
	process.once(signal, () => {
		server.close(() => process.exit(0));
		server.closeAllConnections();
	});

/** The contents of a PEM file. */
function read(file) {
	if (!file) return undefined;
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		return stop(`${file} can't be read: ${error.message}`);
	}
}
