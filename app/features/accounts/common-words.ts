/**
 * Words that the most-used passwords are built from. Ranked lists of leaked passwords are, from ten characters on,
 * nearly all one or two of these with digits or punctuation around, or a run on the keyboard: rules over a few
 * hundred words refuse the first thousands of any such list, and their neighbours that a list would miss.
 */
const groups = [
	// What people type when asked for a password.
	"password passwort passw parola motdepasse pass word login admin administrator root user guest test testing demo temp default changeme change letmein secret private access welcome master hello please open system server internet computer network security qwerty azerty qwertz letme lockme default office company manager support service account email hotmail gmail yahoo google facebook twitter instagram youtube whatsapp tiktok linkedin microsoft windows apple iphone android samsung nokia huawei tecno infinix myspace website hosting domain cpanel webmail",
	// Affection and faith.
	"love loves lover loveme loveyou iloveyou iloveu ilove you mylove baby babe babygirl babyboy honey sweet sweetheart sweetie darling angel angels princess prince queen king forever always friend friends bestfriend family mother mama mummy mom mommy father daddy dad sister brother brothers god jesus christ jesuschrist lord heaven church blessed blessing grace faith hope peace pray allah muhammad mohammed bismillah inshallah alhamdulillah godisgood godislove trust trustno trustnoone happy smile life live beautiful handsome sexy hot single me my is the and i u ya",
	// Kenya and its neighbours.
	"kenya kenyan nairobi mombasa kisumu nakuru eldoret thika uganda kampala tanzania daresalaam africa african rwanda kigali nigeria lagos safari safaricom mpesa airtel equity harambee harambeestars gormahia jambo karibu habari asante sana mungu yesu bwana nakupenda pendo upendo baraka neema amani imani tumaini furaha simba chui tembo mwalimu mama baba mtoto rafiki uhuru raila ruto kenyatta obama matatu ugali nyama shamba maisha hakuna matata hakunamatata pesa",
	// Names.
	"michael jordan jennifer jessica daniel thomas robert joshua andrew matthew anthony charlie ashley nicole michelle amanda george samantha william hannah jonathan patrick alexander alexandra christian christine christina christopher elizabeth victoria vanessa stephanie stephen steven brandon justin justinbieber benjamin nicholas nathan danielle melissa rebecca caroline charlotte catherine katherine margaret kimberly natalie natasha veronica valentina sebastian fernando alejandro alejandra francisco francesco giovanni leonardo alessandro mohamed ahmed fatima abdullah peter paul john james david joseph mary maria martin kevin brian eric richard edward charles francis franklin emmanuel samuel gabriel dennis victor vincent collins kelvin faith mercy joyce esther ruth sarah rachel grace lucy jane anne anna alice susan nancy wanjiku wanjiru njoroge kamau otieno odhiambo achieng akinyi wambui njeri mwangi kariuki kimani karanja maina mutua musyoka wafula barasa kiprotich chebet cherono kipchoge omondi ouma onyango",
	// Sport, films, music, games.
	"football soccer baseball basketball volleyball softball hockey tennis rugby cricket golf golfer liverpool arsenal chelsea manchester manutd manunited manchesterunited united manchestercity city barcelona realmadrid madrid juventus everton tottenham bayern milan ronaldo messi rooney drogba ronaldinho neymar kobe lakers yankees cowboys steelers packers eagles raiders patriots dolphins rangers champion champions superman batman spiderman ironman starwars harrypotter pokemon pikachu naruto dragonball minecraft fortnite roblox counterstrike callofduty playstation nintendo xbox zelda mario sonic matrix terminator gladiator titanic avatar metallica nirvana slipknot eminem rihanna beyonce beatles linkinpark greenday rammstein blink",
	// Animals, things, seasons, colours, places.
	"monkey dragon tiger lion eagle falcon wolf panther dolphin elephant butterfly unicorn chicken turtle kitty kitten cat dog doggy puppy horse horses bear teddybear rabbit shadow sunshine sunflower flower flowers rose rainbow star stars moon sun summer winter spring autumn snow snowball fire water earth wind thunder lightning storm diamond diamonds crystal gold golden silver platinum money dollar dollars rich cash bank business success winner lucky number one two three magic wizard warrior knight ninja pirate hunter killer monster phantom ghost angel devil demon vampire chocolate cookie cookies banana apples orange cherry strawberry coffee pepper cheese icecream pizza purple yellow black white green blue red pink monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december london paris newyork chicago boston texas florida california america american canada mexico england germany france australia india pakistan brazil argentina mercedes ferrari porsche corvette mustang toyota subaru honda yamaha suzuki kawasaki adidas nike jordan guitar music school college university student teacher doctor engineer police soldier freedom liberty america whatever nothing something anything hollywood undertaker wrestling maverick swordfish snickers supernova superstar rockstar pimpin gangster gangsta asshole fuck fucker fuckyou fuckoff shit bitch pussy nigger sexybitch bullshit trouble crazy stupid awesome amazing perfect cool best thebest first new old little big bad good boy girl man men woman lady",
] as const;

export const commonWords: ReadonlySet<string> = new Set(groups.flatMap((group) => group.split(" ")));

/** Runs that fingers find on a keyboard, and numbers that are famous; also read backwards. */
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
