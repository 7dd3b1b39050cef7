/** Entry script of pages without React. */
import "./frame";
import "./cart-drawer";
import "./enquiry-form";
import "./profit-calculator";
import "./slide-carousel";
import { repeatEarlyClicks } from "./start";

repeatEarlyClicks();
