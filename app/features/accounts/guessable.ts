/**
 * Common words in Kenya, including religious ones, that international lists of leaked passwords lack. OWASP ASVS 6.1.2
 * requires context-specific words.
 */
export const localWords: ReadonlySet<string> = new Set(
	"kenya kenyan kenya254 nairobi mombasa kisumu nakuru eldoret thika uganda kampala tanzania daresalaam africa african rwanda kigali safari safaricom mpesa airtel equity harambee harambeestars gormahia jambo karibu habari asante mungu yesu bwana nakupenda pendo upendo baraka neema amani imani tumaini furaha simba chui tembo mwalimu rafiki uhuru raila ruto kenyatta obama matatu ugali nyama shamba maisha hakuna matata hakunamatata pesa godisgood godislove jesusislord jesuschrist ilovejesus iloveyou iloveu lovejesus inshallah alhamdulillah bismillah wanjiku wanjiru njoroge kamau otieno odhiambo achieng akinyi wambui njeri mwangi kariuki kimani karanja maina mutua musyoka wafula kiprotich chebet cherono kipchoge omondi ouma onyango manutd manunited manchesterunited realmadrid changeme letmein welcome administrator".split(
		" ",
	),
);

/** Keyboard sequences and well-known numbers. Also checked in reverse. */
export const keyboardRuns = [
	"01234567890123456789",
	"abcdefghijklmnopqrstuvwxyz",
	"qwertyuiopasdfghjklzxcvbnm",
	"qwertzuiopasdfghjklyxcvbnm",
	"azertyuiopqsdfghjklmwxcvbn",
	"1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
	"qazwsxedcrfvtgbyhnujmikolp",
	"1q2w3e4r5t6y7u8i9o0p",
	"q1w2e3r4t5y6u7i8o9p0",
	"a1b2c3d4e5f6g7h8i9j0",
	"a1s2d3f4g5h6j7k8l9",
	"1a2b3c4d5e6f7g8h9i",
	"1029384756",
	"10203040506070809",
	"147258369147258369",
	"741852963741852963",
	"159753159753159357",
	"112233445566778899",
	"1223334444",
	"1123581321345589",
	"31415926535897932384",
	"4815162342",
	"13579246801357924680",
	"789456123078945612307894561230",
	"3216549870",
] as const;
