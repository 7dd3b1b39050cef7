import { expect, test } from "vitest";
import { parseXml, XmlError } from "~/lib/xml";
import {
	checkedDomains,
	domainInfo,
	hostAddresses,
	newExpiry,
	parseGreeting,
	parseResponse,
	transferState,
} from "~/platform/registrar/epp/answers";
import * as commands from "~/platform/registrar/epp/commands";
import * as domains from "~/platform/registrar/epp/domain-commands";

/** An answer as in the examples of the RFCs. */
const answer = (code: number, inside = "") => `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<epp xmlns="urn:ietf:params:xml:ns:epp-1.0">
  <response>
    <result code="${code}"><msg lang="en">Command completed</msg></result>
    ${inside}
    <trID><clTRID>ABC-12345</clTRID><svTRID>54322-XYZ</svTRID></trID>
  </response>
</epp>`;

/** RFC 5731, section 3.1.2, with the extensions of RFC 5910 and RFC 3915. */
const infoExample = `<resData>
  <domain:infData xmlns:domain="urn:ietf:params:xml:ns:domain-1.0">
    <domain:name>EXAMPLE.com</domain:name>
    <domain:roid>EXAMPLE1-REP</domain:roid>
    <domain:status s="ok"/>
    <domain:registrant>jd1234</domain:registrant>
    <domain:contact type="admin">sh8013</domain:contact>
    <domain:contact type="tech">sh8013</domain:contact>
    <domain:ns>
      <domain:hostObj>ns1.example.com</domain:hostObj>
      <domain:hostObj>ns1.example.net</domain:hostObj>
    </domain:ns>
    <domain:host>ns1.example.com</domain:host>
    <domain:clID>ClientX</domain:clID>
    <domain:crID>ClientY</domain:crID>
    <domain:crDate>1999-04-03T22:00:00.0Z</domain:crDate>
    <domain:upID>ClientX</domain:upID>
    <domain:upDate>1999-12-03T09:00:00.0Z</domain:upDate>
    <domain:exDate>2005-04-03T22:00:00.0Z</domain:exDate>
    <domain:trDate>2000-04-08T09:00:00.0Z</domain:trDate>
    <domain:authInfo><domain:pw>2fooBAR</domain:pw></domain:authInfo>
  </domain:infData>
</resData>
<extension>
  <secDNS:infData xmlns:secDNS="urn:ietf:params:xml:ns:secDNS-1.1">
    <secDNS:dsData><secDNS:keyTag>12345</secDNS:keyTag><secDNS:alg>3</secDNS:alg>
    <secDNS:digestType>1</secDNS:digestType><secDNS:digest>49FD46E6C4B45C55D4AC</secDNS:digest></secDNS:dsData>
  </secDNS:infData>
  <rgp:infData xmlns:rgp="urn:ietf:params:xml:ns:rgp-1.0"><rgp:rgpStatus s="redemptionPeriod"/></rgp:infData>
</extension>`;

test("a domain's description is read, with its DNSSEC and grace period", () => {
	const response = parseResponse(answer(1000, infoExample));
	expect(response).toMatchObject({ code: 1000, message: "Command completed", commandId: "ABC-12345", queue: null });
	expect(domainInfo(response)).toEqual({
		...{ name: "example.com", roid: "EXAMPLE1-REP", statuses: ["ok"], rgpStatuses: ["redemptionPeriod"] },
		...{ registrant: "jd1234", client: "ClientX", authCode: "2fooBAR", signed: true },
		contacts: [
			{ type: "admin", id: "sh8013" },
			{ type: "tech", id: "sh8013" },
		],
		nameservers: ["ns1.example.com", "ns1.example.net"],
		glue: [],
		createdAt: Date.UTC(1999, 3, 3, 22),
		updatedAt: Date.UTC(1999, 11, 3, 9),
		transferredAt: Date.UTC(2000, 3, 8, 9),
		expiry: Date.UTC(2005, 3, 3, 22),
		expiryDate: "2005-04-03",
		ds: [{ keyTag: 12345, algorithm: 3, digestType: 1, digest: "49fd46e6c4b45c55d4ac" }],
	});
});

test("a description without optional parts, with other prefixes, hosts as attributes and dates without an offset", () => {
	const data = `<resData><d:infData xmlns:d="urn:ietf:params:xml:ns:domain-1.0">
		<d:name>shop.co.ke</d:name><d:roid>1-KE</d:roid><d:clID>other</d:clID>
		<d:ns><d:hostAttr><d:hostName>NS1.shop.co.ke</d:hostName><d:hostAddr ip="v4">192.0.2.2</d:hostAddr></d:hostAttr></d:ns>
		<d:crDate>2026-11-23T09:00:00</d:crDate><d:exDate>2027-11-23</d:exDate></d:infData></resData>`;
	expect(domainInfo(parseResponse(answer(1000, data)))).toMatchObject({
		...{ nameservers: ["ns1.shop.co.ke"], glue: [{ host: "ns1.shop.co.ke", addresses: ["192.0.2.2"] }] },
		...{ createdAt: Date.UTC(2026, 10, 23, 9), expiry: Date.UTC(2027, 10, 23), transferredAt: null },
		...{ authCode: undefined, registrant: undefined, signed: false, rgpStatuses: [], statuses: [] },
	});
});

test("checks, transfers, renewals, messages and hosts are read", () => {
	const domain = (inside: string) =>
		parseResponse(
			answer(1000, `<resData>${inside.replace(">", ' xmlns:domain="urn:ietf:params:xml:ns:domain-1.0">')}</resData>`),
		);
	expect(
		checkedDomains(
			domain(`<domain:chkData><domain:cd><domain:name avail="1">example.com</domain:name></domain:cd>
			<domain:cd><domain:name avail="0">example.net</domain:name><domain:reason>In use</domain:reason></domain:cd></domain:chkData>`),
		),
	).toEqual([
		{ name: "example.com", available: true, reason: undefined },
		{ name: "example.net", available: false, reason: "In use" },
	]);
	expect(
		transferState(
			domain(`<domain:trnData><domain:name>example.com</domain:name><domain:trStatus>pending</domain:trStatus>
			<domain:reID>ClientX</domain:reID><domain:reDate>2000-06-06T22:00:00.0Z</domain:reDate>
			<domain:acID>ClientY</domain:acID><domain:acDate>2000-06-11T22:00:00.0Z</domain:acDate></domain:trnData>`),
		),
	).toEqual({
		...{ name: "example.com", status: "pending", requestedBy: "ClientX", requestedAt: Date.UTC(2000, 5, 6, 22) },
		actionAt: Date.UTC(2000, 5, 11, 22),
	});
	expect(
		newExpiry(
			domain(
				"<domain:renData><domain:name>a.ke</domain:name><domain:exDate>2005-04-03T22:00:00.0Z</domain:exDate></domain:renData>",
			),
			"renData",
		),
	).toBe(Date.UTC(2005, 3, 3, 22));
	const message = `<msgQ count="5" id="12345"><qDate>2000-06-08T22:00:00.0Z</qDate><msg>Transfer requested.</msg></msgQ>`;
	expect(parseResponse(answer(1301, message)).queue).toEqual({ id: "12345", count: 5, text: "Transfer requested." });
	const host = `<resData><host:infData xmlns:host="urn:ietf:params:xml:ns:host-1.0"><host:name>ns1.a.ke</host:name>
		<host:addr ip="v4">192.0.2.2</host:addr><host:addr ip="v6">2001:db8::2</host:addr></host:infData></resData>`;
	expect(hostAddresses(parseResponse(answer(1000, host)))).toEqual(["192.0.2.2", "2001:db8::2"]);
});

test("a refusal carries the registry's reasons", () => {
	const refused = `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="2304">
		<msg>Object status prohibits operation</msg><value><x xmlns="urn:x"/></value>
		<extValue><value><x xmlns="urn:x"/></value><reason lang="en">It is locked.</reason></extValue></result>
		<trID><svTRID>1</svTRID></trID></response></epp>`;
	expect(parseResponse(refused)).toMatchObject({
		...{ code: 2304, message: "Object status prohibits operation: It is locked.", commandId: null },
	});
});

test("a greeting lists what the server offers", () => {
	const greeting = `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><greeting><svID>Example EPP server</svID>
		<svDate>2000-06-08T22:00:00.0Z</svDate><svcMenu><version>1.0</version><lang>en</lang>
		<objURI>urn:ietf:params:xml:ns:domain-1.0</objURI><objURI>urn:ietf:params:xml:ns:contact-1.0</objURI>
		<svcExtension><extURI>urn:ietf:params:xml:ns:secDNS-1.1</extURI></svcExtension></svcMenu>
		<dcp><access><all/></access></dcp></greeting></epp>`;
	expect(parseGreeting(greeting)).toEqual({
		server: "Example EPP server",
		objects: [commands.namespaces.domain, commands.namespaces.contact],
		extensions: [commands.namespaces.secDNS],
	});
});

test.each([
	["a greeting", `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><greeting/></epp>`],
	["another namespace", answer(1000).replace("epp-1.0", "epp-2.0")],
	["no code", answer(1000).replace('code="1000"', "")],
	["HTML", "<html><body>502 Bad Gateway</body></html>"],
	["half an answer", answer(1000).slice(0, 200)],
])("%s is no answer to a command", (_, source) => {
	expect(() => parseResponse(source)).toThrow(XmlError);
});

test("an answer without what was asked for is an error", () => {
	const empty = parseResponse(answer(1000));
	for (const reader of [domainInfo, checkedDomains, transferState, hostAddresses])
		expect(() => reader(empty)).toThrow(XmlError);
	const undated = answer(1000, infoExample.replace("1999-04-03T22:00:00.0Z", "soon"));
	expect(() => domainInfo(parseResponse(undated))).toThrow(/crDate/);
});

/** The command without the document around it. */
const inside = ({ frame }: commands.EppCommand) => {
	parseXml(frame);
	return frame.replace(/^.*?<command>/s, "").replace(/<clTRID>.*$/s, "");
};
const domain = 'xmlns:domain="urn:ietf:params:xml:ns:domain-1.0"';

test("sessions: hello, login with a new password, poll and logout", () => {
	expect(commands.hello()).toBe(
		'<?xml version="1.0" encoding="UTF-8" standalone="no"?><epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><hello/></epp>',
	);
	const account = {
		user: "ClientX",
		password: "foo<BAR",
		newPassword: "bar&FOO2",
		objects: ["urn:o"],
		extensions: ["urn:e"],
	};
	expect(inside(commands.login("1", account))).toBe(
		"<login><clID>ClientX</clID><pw>foo&lt;BAR</pw><newPW>bar&amp;FOO2</newPW><options><version>1.0</version><lang>en</lang></options>" +
			"<svcs><objURI>urn:o</objURI><svcExtension><extURI>urn:e</extURI></svcExtension></svcs></login>",
	);
	expect(inside(commands.poll("1"))).toBe('<poll op="req"/>');
	expect(inside(commands.acknowledge("1", "12345"))).toBe('<poll op="ack" msgID="12345"/>');
	expect(commands.logout("ABC-1").frame).toContain("<logout/><clTRID>ABC-1</clTRID></command></epp>");
});

test("a domain is created, renewed, transferred and deleted as in RFC 5731", () => {
	const contacts = { registrant: "jd1234", admin: "sh8013", tech: "sh8014" };
	const created = { name: "example.com", years: 2, contacts, authCode: "2fooBAR", hostObjects: true };
	const servers = [{ host: "ns1.example.net", addresses: ["192.0.2.2", "2001:db8::2"] }];
	const rest =
		'<domain:registrant>jd1234</domain:registrant><domain:contact type="admin">sh8013</domain:contact>' +
		'<domain:contact type="tech">sh8014</domain:contact><domain:authInfo><domain:pw>2fooBAR</domain:pw></domain:authInfo>';
	const start = `<create><domain:create ${domain}><domain:name>example.com</domain:name><domain:period unit="y">2</domain:period>`;
	expect(inside(domains.createDomain("1", { ...created, nameservers: servers }))).toBe(
		`${start}<domain:ns><domain:hostObj>ns1.example.net</domain:hostObj></domain:ns>${rest}</domain:create></create>`,
	);
	expect(inside(domains.createDomain("1", { ...created, nameservers: servers, hostObjects: false }))).toContain(
		'<domain:ns><domain:hostAttr><domain:hostName>ns1.example.net</domain:hostName><domain:hostAddr ip="v4">192.0.2.2</domain:hostAddr>' +
			'<domain:hostAddr ip="v6">2001:db8::2</domain:hostAddr></domain:hostAttr></domain:ns>',
	);
	expect(inside(domains.createDomain("1", { ...created, nameservers: [] }))).toBe(
		`${start}${rest}</domain:create></create>`,
	);
	expect(inside(domains.renewDomain("1", "example.com", "2000-04-03", 5))).toBe(
		`<renew><domain:renew ${domain}><domain:name>example.com</domain:name><domain:curExpDate>2000-04-03</domain:curExpDate>` +
			'<domain:period unit="y">5</domain:period></domain:renew></renew>',
	);
	expect(inside(domains.transferDomain("1", "request", "example.com", { authCode: "2fooBAR", years: 1 }))).toBe(
		`<transfer op="request"><domain:transfer ${domain}><domain:name>example.com</domain:name><domain:period unit="y">1</domain:period>` +
			"<domain:authInfo><domain:pw>2fooBAR</domain:pw></domain:authInfo></domain:transfer></transfer>",
	);
	for (const op of ["query", "approve", "reject", "cancel"] as const)
		expect(inside(domains.transferDomain("1", op, "a.ke"))).toBe(
			`<transfer op="${op}"><domain:transfer ${domain}><domain:name>a.ke</domain:name></domain:transfer></transfer>`,
		);
	expect(inside(domains.deleteDomain("1", "a.ke"))).toBe(
		`<delete><domain:delete ${domain}><domain:name>a.ke</domain:name></domain:delete></delete>`,
	);
});

test("an update has only the parts that change, and replaces DS records", () => {
	const key = { flags: 257, algorithm: 13, publicKey: "AAAA" };
	const ds = [{ keyTag: 12345, algorithm: 13, digestType: 2, digest: "38ec35d5", key }];
	expect(inside(domains.updateDomain("1", { name: "a.ke", addStatuses: ["clientTransferProhibited"] }))).toBe(
		`<update><domain:update ${domain}><domain:name>a.ke</domain:name><domain:add><domain:status s="clientTransferProhibited"/>` +
			"</domain:add></domain:update></update>",
	);
	expect(
		inside(
			domains.updateDomain("1", {
				...{ name: "a.ke", ds, registrant: "sh8013", authCode: "2BARfoo" },
				addServers: [{ host: "ns2.a.net", addresses: [] }],
				removeServers: [{ host: "ns1.a.net", addresses: [] }],
				removeContacts: [{ type: "tech", id: "old" }],
			}),
		),
	).toBe(
		`<update><domain:update ${domain}><domain:name>a.ke</domain:name>` +
			"<domain:add><domain:ns><domain:hostObj>ns2.a.net</domain:hostObj></domain:ns></domain:add>" +
			'<domain:rem><domain:ns><domain:hostObj>ns1.a.net</domain:hostObj></domain:ns><domain:contact type="tech">old</domain:contact></domain:rem>' +
			"<domain:chg><domain:registrant>sh8013</domain:registrant><domain:authInfo><domain:pw>2BARfoo</domain:pw></domain:authInfo></domain:chg>" +
			'</domain:update></update><extension><secDNS:update xmlns:secDNS="urn:ietf:params:xml:ns:secDNS-1.1">' +
			"<secDNS:rem><secDNS:all>true</secDNS:all></secDNS:rem><secDNS:add><secDNS:dsData><secDNS:keyTag>12345</secDNS:keyTag>" +
			"<secDNS:alg>13</secDNS:alg><secDNS:digestType>2</secDNS:digestType><secDNS:digest>38EC35D5</secDNS:digest></secDNS:dsData></secDNS:add>" +
			"</secDNS:update></extension>",
	);
	expect(inside(domains.updateDomain("1", { name: "a.ke", ds: [] }))).toContain(
		"<secDNS:rem><secDNS:all>true</secDNS:all></secDNS:rem></secDNS:update>",
	);
});

test("a restore is requested and reported as in RFC 3915", () => {
	expect(inside(domains.requestRestore("1", "a.ke"))).toBe(
		`<update><domain:update ${domain}><domain:name>a.ke</domain:name><domain:chg/></domain:update></update>` +
			'<extension><rgp:update xmlns:rgp="urn:ietf:params:xml:ns:rgp-1.0"><rgp:restore op="request"/></rgp:update></extension>',
	);
	const report = {
		...{ name: "a.ke", before: "before", after: "after", reason: "Registrant error.", statements: ["One.", "Two."] },
		...{ deletedAt: Date.UTC(2003, 6, 10, 22), restoredAt: Date.UTC(2003, 6, 20, 22) },
	};
	expect(inside(domains.reportRestore("1", report))).toContain(
		'<rgp:restore op="report"><rgp:report><rgp:preData>before</rgp:preData><rgp:postData>after</rgp:postData>' +
			"<rgp:delTime>2003-07-10T22:00:00.000Z</rgp:delTime><rgp:resTime>2003-07-20T22:00:00.000Z</rgp:resTime>" +
			"<rgp:resReason>Registrant error.</rgp:resReason><rgp:statement>One.</rgp:statement><rgp:statement>Two.</rgp:statement>",
	);
});

test("contacts and hosts are created as in RFC 5733 and RFC 5732", () => {
	const contact = {
		...{ id: "sh8013", name: "Amina Otieno", organisation: "Duka & Co", street: "P.O. Box 100", city: "Nairobi" },
		...{ postalCode: "00100", country: "KE", phone: "+254.712345678", email: "amina@example.com", authCode: "2fooBAR" },
	};
	expect(inside(commands.createContact("1", contact))).toBe(
		'<create><contact:create xmlns:contact="urn:ietf:params:xml:ns:contact-1.0"><contact:id>sh8013</contact:id>' +
			'<contact:postalInfo type="int"><contact:name>Amina Otieno</contact:name><contact:org>Duka &amp; Co</contact:org>' +
			"<contact:addr><contact:street>P.O. Box 100</contact:street><contact:city>Nairobi</contact:city><contact:pc>00100</contact:pc>" +
			"<contact:cc>KE</contact:cc></contact:addr></contact:postalInfo><contact:voice>+254.712345678</contact:voice>" +
			"<contact:email>amina@example.com</contact:email><contact:authInfo><contact:pw>2fooBAR</contact:pw></contact:authInfo>" +
			"</contact:create></create>",
	);
	expect(inside(commands.createContact("1", { ...contact, postalCode: null }))).toContain(
		"<contact:city>Nairobi</contact:city><contact:cc>KE</contact:cc>",
	);
	const host = 'xmlns:host="urn:ietf:params:xml:ns:host-1.0"';
	expect(inside(commands.createHost("1", { host: "ns1.a.ke", addresses: ["192.0.2.2", "2001:db8::2"] }))).toBe(
		`<create><host:create ${host}><host:name>ns1.a.ke</host:name><host:addr ip="v4">192.0.2.2</host:addr>` +
			'<host:addr ip="v6">2001:db8::2</host:addr></host:create></create>',
	);
	expect(inside(commands.updateHost("1", "ns1.a.ke", ["192.0.2.3"], ["192.0.2.2"]))).toBe(
		`<update><host:update ${host}><host:name>ns1.a.ke</host:name><host:add><host:addr ip="v4">192.0.2.3</host:addr></host:add>` +
			'<host:rem><host:addr ip="v4">192.0.2.2</host:addr></host:rem></host:update></update>',
	);
	expect(inside(commands.infoHost("1", "ns1.a.ke"))).toBe(
		`<info><host:info ${host}><host:name>ns1.a.ke</host:name></host:info></info>`,
	);
});

test("transaction ids come from the operation's id and fit the protocol", () => {
	expect(commands.transactionId("job_abc-1", "create")).toBe("job_abc-1.create");
	expect(commands.transactionId("é".repeat(90), "create").length).toBeLessThanOrEqual(64);
});
