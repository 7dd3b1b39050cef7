/** The script beside React: what header, footer, floating button and the next page need everywhere. */
import "./account";
import "./add-to-cart";
import "./cart-badge";
import "./chat-button";
import "./chat-widget";
import "./prefetch";
import "./site-header";
