import site from "#content/site.json";
import "#content/site.css";
import "#content/page.css";

const { brand } = site;

export default function Layout({ children }) {
	return (
		<html lang="en">
			<head>
				<link rel="preload" href="/font.woff2" as="font" type="font/woff2" crossOrigin="anonymous" />
				<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
			</head>
			<body>
				<a className="skip" href="#main">
					Skip to content
				</a>
				<aside className="strip" aria-label="Test shop">
					This is a test shop. Payments are not real.
				</aside>
				<div className="kikoi" aria-hidden="true" />
				<Header />
				<main id="main" tabIndex={-1}>
					{children}
				</main>
				<Footer />
				<a className="chat" href={site.chat} target="_blank" rel="noopener noreferrer">
					<span>
						Chat<span className="sr-only"> with us on WhatsApp (opens in a new tab)</span>
					</span>
				</a>
			</body>
		</html>
	);
}

function Header() {
	return (
		<header className="site-header">
			<div className="page">
				<a className="wordmark" href="/">
					{brand.wordmark}
					<span className="dot">.</span>
					<span className="sr-only">, home</span>
				</a>
				<nav className="main-links" aria-label="Main">
					{site.menus.map(({ label, links }) => (
						<details key={label} name="site-menu">
							<summary>{label}</summary>
							<ul className="panel">
								{links.map((link) => (
									<li key={link.label}>
										<a href={link.href}>
											<span>
												{link.label} <small>{link.note}</small>
											</span>
										</a>
									</li>
								))}
							</ul>
						</details>
					))}
					<Links links={site.links} />
				</nav>
				<div className="actions">
					<a href="/cart">Cart</a>
					<a className="wide" href="/login">
						Sign In
					</a>
					<a className="wide" href="/register">
						Get Started
					</a>
					<details className="narrow" name="site-menu">
						<summary>Menu</summary>
						<nav className="panel" aria-label="Menu">
							{site.groups.map(({ title, links }) => (
								<div key={title}>
									<p>{title}</p>
									<LinkList links={links} />
								</div>
							))}
							<a href="/login">Sign In</a>
							<a href="/register">Get Started</a>
							<address>
								<a href={brand.phone.href}>{brand.phone.display}</a>
								<span>
									{brand.address.street}, {brand.address.city}
								</span>
							</address>
						</nav>
					</details>
				</div>
			</div>
		</header>
	);
}

function Footer() {
	return (
		<footer className="site-footer">
			<div className="page groups">
				<div>
					<p className="wordmark">
						{brand.wordmark}
						<span className="dot">.</span>
					</p>
					<p>{brand.description}</p>
				</div>
				{site.footer.map(({ title, links }) => (
					<div key={title}>
						<h2>{title}</h2>
						<LinkList links={links} />
					</div>
				))}
				<address>
					<a href={brand.phone.href}>{brand.phone.display}</a>
					<br />
					<a href={`mailto:${brand.emails.support}`}>{brand.emails.support}</a>
					<br />
					<a href={`mailto:${brand.emails.sales}`}>{brand.emails.sales}</a>
					<br />
					{brand.address.street}
					<br />
					{brand.address.postBox}
					<br />
					{brand.address.city}, {brand.address.country}
				</address>
			</div>
			<p className="page note">
				M-PESA VISA Mastercard © {brand.legalName}, {brand.address.city}
			</p>
		</footer>
	);
}

const Links = ({ links }) =>
	links.map(({ label, href }) => (
		<a key={href} href={href}>
			{label}
		</a>
	));

const LinkList = ({ links }) => (
	<ul>
		{links.map(({ label, href }) => (
			<li key={label}>
				<a href={href}>{label}</a>
			</li>
		))}
	</ul>
);
