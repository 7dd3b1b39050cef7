import { expect, test } from "vitest";
import { createKnownDevices, deviceCookie, deviceIdOf, deviceOf } from "~/features/accounts/known-devices";
import { randomToken } from "~/lib/ids";

const origin = "https://kikoa.test";
const devices = createKnownDevices(["a secret for the tests"], randomToken);
const signIn = (device: string | null, userId: string) => ({ device: devices.remember({ device }, userId) });

test("a device is known only to the accounts that signed in on it", () => {
	const client = signIn(null, "usr_a");
	expect(devices.isKnown(client, "usr_a")).toBe(true);
	expect(devices.isKnown(client, "usr_b")).toBe(false);
	expect(devices.isKnown({ device: null }, "usr_a")).toBe(false);
});

test("a shared device knows the last five accounts that signed in", () => {
	const users = ["usr_1", "usr_2", "usr_3", "usr_4", "usr_5", "usr_6"];
	let client: { device: string | null } = { device: null };
	for (const user of users) client = signIn(client.device, user);
	expect(users.filter((user) => devices.isKnown(client, user))).toEqual(users.slice(1));
	expect(signIn(client.device, "usr_3").device.split(".")).toHaveLength(7);
});

test("the device cookie can't be forged or used on another device", () => {
	const [mine, others] = [signIn(null, "usr_a").device, signIn(null, "usr_b").device];
	const [id, signature, mark] = mine.split(".");
	expect(devices.isKnown({ device: others.replace(/[^.]+$/, mark ?? "") }, "usr_a")).toBe(false);
	expect(devices.isKnown({ device: `${id}.${signature}.${"0".repeat(32)}` }, "usr_a")).toBe(false);
	expect(deviceIdOf(["a secret for the tests"], mine)).toBe(id);
	expect(deviceIdOf(["a secret for the tests"], mine.replace(/^.{16}/, "x".repeat(16)))).toBeNull();
});

test("the previous secret is still valid after the secret has changed", () => {
	const client = signIn(null, "usr_a");
	const changed = createKnownDevices(["another secret", "a secret for the tests"], randomToken);
	expect(changed.isKnown(client, "usr_a")).toBe(true);
	expect(createKnownDevices(["another secret"], randomToken).isKnown(client, "usr_a")).toBe(false);
});

test("the device cookie is limited to this site, hidden from scripts, and ignored if malformed", () => {
	const { device } = signIn(null, "usr_a");
	const cookie = deviceCookie(origin, device);
	expect(cookie).toMatch(/^__Host-device=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=34560000$/);
	const pair = cookie.split(";")[0] ?? "";
	expect(deviceOf(origin, `a=b; ${pair}`)).toBe(device);
	expect(deviceOf(origin, `${pair}; ${pair}`)).toBeNull();
	expect(deviceOf(origin, `__Host-device=${"x".repeat(9_000)}`)).toBeNull();
	expect(deviceOf(origin, null)).toBeNull();
});
