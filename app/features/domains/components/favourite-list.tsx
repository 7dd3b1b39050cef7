import { href } from "react-router";
import { Section } from "~/components/layout/section";

/** The names that the visitor marked. islands/favourites.ts fills and shows it. */
export function FavouriteList() {
	return (
		<div hidden data-favourite-list>
			<Section id="favourites" title="Your favourites" lead="Kept in this browser only.">
				<ul className="flex flex-wrap gap-2" />
				<template>
					<li>
						<a
							href={href("/domains/search")}
							className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 font-semibold wrap-anywhere hover:border-ink"
						>
							name
						</a>
					</li>
				</template>
			</Section>
		</div>
	);
}
