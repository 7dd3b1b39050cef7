import { cookies } from "next/headers";
import results from "#content/results.json";
import site from "#content/site.json";
import { addToCart } from "../../actions.js";

export async function generateMetadata({ searchParams }) {
	const { q = "" } = await searchParams;
	return { title: `${q}: domain search · ${site.brand.name}`, description: site.description };
}

export default async function Page({ searchParams }) {
	const { q: query = "" } = await searchParams;
	const cart = JSON.parse((await cookies()).get("cart")?.value ?? "[]");
	const { answer, found, rows, similar, taken } = results;
	return (
		<>
			<div className="page">
				<h1 className="sr-only">Search results</h1>
				<SearchBox query={query} />
				<section aria-labelledby="results">
					<article className="answer" aria-label={answer.name}>
						{answer.exact && (
							<p className="note">
								<strong>{answer.exact}</strong> is taken.
							</p>
						)}
						<p className="available">Available</p>
						<h2>{answer.name}</h2>
						<div className="buy">
							<p className="note">
								<span className="amount">{answer.price}</span> first year, then {answer.renewal} a year
							</p>
							<AddForm item={answer.name} cart={cart} label="Add to Cart" look="" />
						</div>
					</article>
					<div className="heading">
						<h2 id="results">
							Also available<span className="sr-only"> for “{query}”</span>
						</h2>
						<p className="note">{found}</p>
					</div>
					<Filters />
					<Rows names={rows} cart={cart} />
				</section>
				{similar.length > 0 && (
					<section aria-labelledby="similar">
						<h2 id="similar">Similar names</h2>
						<Rows names={similar} cart={cart} />
					</section>
				)}
				<details className="fold">
					<summary>{taken.length} taken</summary>
					<ul className="rows">
						{taken.map((name) => (
							<li key={name}>
								<span>{name}</span>
								<a className="link" href="/transfer">
									Taken. Is it yours?
								</a>
							</li>
						))}
					</ul>
				</details>
				<details className="fold">
					<summary>Check up to 50 names at once</summary>
					<form className="bulk" action="/domains/search">
						<label>
							Names
							<span className="note">
								One on each line, or with commas or spaces between them. A word without an extension gets .co.ke.
							</span>
							<textarea name="names" rows={6} required />
						</label>
						<button type="submit" className="button">
							Check names
						</button>
					</form>
				</details>
			</div>
			<section className="explore" aria-labelledby="explore">
				<div className="page">
					<h2 id="explore">Explore TLD Options</h2>
					<p>Add an extension to your cart now and choose the name there.</p>
					<ul>
						{site.offers.map(({ tld, price, dollars }) => (
							<li key={tld}>
								<div>
									<h3>.{tld}</h3>
									<p>
										<span className="amount">{price}</span> a year
									</p>
									<p className="note">or {dollars}</p>
								</div>
								<AddForm item={`.${tld}`} cart={cart} label="Add to Cart" />
							</li>
						))}
					</ul>
				</div>
			</section>
		</>
	);
}

function SearchBox({ query }) {
	return (
		<search>
			<form className="search" id="search" action="/domains/search">
				<div className="search-box">
					<label className="sr-only" htmlFor="q">
						Find a domain name
					</label>
					<input id="q" name="q" defaultValue={query} placeholder="yourname.co.ke" autoComplete="off" />
					<button type="submit" className="button">
						Search
					</button>
				</div>
				<fieldset className="chips">
					<legend className="sr-only">Extension</legend>
					<div>
						{site.chips.map(({ tld, price }) => (
							<button
								key={tld}
								type="submit"
								className="chip"
								name="tld"
								value={tld}
								aria-pressed={tld === "co.ke"}
							>{`.${tld} ${price}`}</button>
						))}
					</div>
					<details>
						<summary className="chip">All extensions</summary>
						<ul className="panel">
							{site.extensions.map(({ tld, price }) => (
								<li key={tld}>
									<button type="submit" name="tld" value={tld}>
										<strong>{`.${tld}`}</strong> <span className="note">{`${price} a year`}</span>
									</button>
								</li>
							))}
						</ul>
					</details>
				</fieldset>
			</form>
		</search>
	);
}

function Filters() {
	return (
		<details className="fold">
			<summary>Filter by price and kind</summary>
			<div className="filters">
				<label>
					First year
					<select name="under" form="search">
						<option value="">Any price</option>
						{site.priceLimits.map((limit) => (
							<option key={limit}>{`Up to ${limit}`}</option>
						))}
					</select>
				</label>
				<label>
					Kind
					<select name="kind" form="search">
						<option value="">All kinds</option>
						{site.kinds.map((kind) => (
							<option key={kind}>{kind}</option>
						))}
					</select>
				</label>
				<button type="submit" className="button outline" form="search">
					Apply
				</button>
			</div>
		</details>
	);
}

const Rows = ({ names, cart }) => (
	<ul className="rows">
		{names.map(({ name, price, renewal }) => (
			<li key={name}>
				<span>
					<strong>{name}</strong>
					<span className="note">{`${price} first year, then ${renewal} a year`}</span>
				</span>
				<AddForm item={name} cart={cart} />
			</li>
		))}
	</ul>
);

const AddForm = ({ item, cart, label = "Add", look = "outline" }) => (
	<form action={addToCart}>
		<input type="hidden" name="item" value={item} />
		<button type="submit" className={`button ${look}`} aria-label={`Add to Cart: ${item}`}>
			{cart.includes(item) ? "Added" : label}
		</button>
	</form>
);
