import { expect, test } from "vitest";
import { kindOf } from "~/features/files/file-rules";

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

test.each([
	["brief.pdf", "%PDF-1.7", "application/pdf"],
	["logo.PNG", "\x89PNG\r\n\x1a\n", "image/png"],
	["shop.jpeg", "\xff\xd8\xff\xe0", "image/jpeg"],
	["old.gif", "GIF87a", "image/gif"],
	["new.gif", "GIF89a", "image/gif"],
	["hero.webp", "RIFF\x10\x00\x00\x00WEBPVP8 ", "image/webp"],
	["tour.mp4", "\x00\x00\x00\x18ftypisom", "video/mp4"],
	["all.zip", "PK\x03\x04", "application/zip"],
	["list.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/vnd.ms-excel"],
	["prices.csv", "name,price\n", "text/csv; charset=utf-8"],
])("%s is accepted if its content begins as its type does", (name, head, type) => {
	expect(kindOf(name, bytes(head))).toBe(type);
});

test.each([
	["its beginning at another place", "hero.webp", "WEBPRIFF"],
	["the mark of a film where a film has its length", "tour.mp4", "ftypisom"],
	["another kind's beginning", "logo.png", "%PDF-1.7"],
	["bytes that are no text", "prices.csv", "a\0b"],
	["half a character of a text in another encoding", "notes.txt", "caf\xe9 \xff"],
	["an ending that every object has", "brief.constructor", "%PDF-1.7"],
	["an ending that is not taken", "page.html", "<html>"],
])("a file with %s is refused", (_, name, head) => {
	expect(kindOf(name, bytes(head))).toBeNull();
});
