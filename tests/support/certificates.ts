import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A certificate with its key, as PEM. */
export interface Issued {
	readonly name: string;
	readonly cert: string;
	readonly key: string;
	readonly privateKey: KeyObject;
}

/** One value in DER (X.690): tag, length, contents. */
function der(tag: number, ...contents: Uint8Array[]): Buffer {
	const body = Buffer.concat(contents);
	const size = body.length;
	const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
	return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
const commonName = (name: string) => sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(name)))));
const utcTime = (time: number) =>
	der(
		0x17,
		Buffer.from(
			`${new Date(time)
				.toISOString()
				.replace(/[-:T]|\.\d+/g, "")
				.slice(2)}`,
		),
	);
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));

/** For 127.0.0.1 and localhost. */
const localNames = extension(
	"551d11",
	sequence(der(0x82, Buffer.from("localhost")), der(0x87, Buffer.from([127, 0, 0, 1]))),
);
/** An authority. */
const basicConstraints = extension("551d13", sequence(der(0x01, Buffer.from([0xff]))));

/** A certificate (RFC 5280) for a test. Without an issuer, it is an authority that signed its own certificate. */
export function issueCertificate(name: string, issuer?: Issued): Issued {
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const day = 24 * 60 * 60 * 1_000;
	const content = sequence(
		der(0xa0, der(0x02, Buffer.from([2]))),
		der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
		ecdsaWithSha256,
		commonName(issuer?.name ?? name),
		sequence(utcTime(Date.now() - day), utcTime(Date.now() + day)),
		commonName(name),
		publicKey.export({ type: "spki", format: "der" }),
		der(0xa3, sequence(issuer ? localNames : basicConstraints)),
	);
	const signature = sign("sha256", content, issuer?.privateKey ?? privateKey);
	const certificate = sequence(content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
	const base64 = certificate.toString("base64").replace(/.{64}/g, "$&\n");
	return {
		...{ name, privateKey },
		cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
		key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
	};
}
