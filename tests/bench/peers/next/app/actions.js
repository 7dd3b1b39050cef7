"use server";

import { cookies } from "next/headers";

export async function addToCart(form) {
	const store = await cookies();
	const cart = new Set(JSON.parse(store.get("cart")?.value ?? "[]")).add(String(form.get("item")));
	store.set("cart", JSON.stringify([...cart]));
}
