import type { QuotedAuthor } from './quoted-author.ts';

/** Authors of the sixteenth to the eighteenth century. */
export const earlyModernAuthors: QuotedAuthor[] = [
  {
    name: 'Desiderius Erasmus',
    description: 'Dutch humanist',
    bio: 'Scholar of Rotterdam who gathered and explained more than four thousand ancient proverbs.',
    quotes: `
      Knowledge, Leadership | In the kingdom of the blind, the one-eyed man is king.
      Wisdom | Prevention is better than cure.
    `,
  },
  {
    name: 'Niccolò Machiavelli',
    description: 'Florentine diplomat',
    bio: 'Served the republic of Florence for fourteen years, and described how power works after he had lost his own.',
    quotes: `
      Politics, Power Quotes, Leadership | It is much safer to be feared than loved, when, of the two, either must be dispensed with.
      Change, Leadership, Politics | There is nothing more difficult to take in hand, more perilous to conduct, or more uncertain in its success, than to take the lead in the introduction of a new order of things.
      Life, Success | Fortune is the arbiter of one-half of our actions, but she still leaves us to direct the other half, or perhaps a little less.
    `,
  },
  {
    name: 'Michel de Montaigne',
    description: 'French essayist',
    bio: 'Retired to a tower full of books at thirty-eight and made himself the subject of a new kind of writing.',
    quotes: `
      Self Help, Freedom | The greatest thing in the world is for a man to know that he is his own.
      Humor, Character | There is no man so good, who, were he to submit all his thoughts and actions to the laws, would not deserve hanging ten times in his life.
      Life, Time | The profit of life consists not in the space, but rather in the use.
      Faith, Knowledge | Nothing is so firmly believed as what we least know.
    `,
  },
  {
    name: 'William Shakespeare',
    description: 'English playwright and poet',
    bio: 'Actor and partner in a London company, for which he wrote nearly forty plays; his sonnets appeared in 1609.',
    quotes: `
      Humor, Famous Quotes | Brevity is the soul of wit.
      Truth, Character, Famous Quotes | This above all: to thine own self be true, And it must follow, as the night the day, Thou canst not then be false to any man.
      Courage | Cowards die many times before their deaths; The valiant never taste of death but once.
      Love | The course of true love never did run smooth.
      Success, Famous Quotes | Some are born great, some achieve greatness, and some have greatness thrust upon 'em.
      Life, Famous Quotes, Literature | All the world's a stage, And all the men and women merely players: They have their exits and their entrances; And one man in his time plays many parts.
      Philosophy | There is nothing either good or bad, but thinking makes it so.
      Love, Wisdom, Friendship | Love all, trust a few, do wrong to none.
      Love, Music | If music be the food of love, play on.
      Courage, Motivational | Our doubts are traitors, And make us lose the good we oft might win, By fearing to attempt.
      Life | We are such stuff As dreams are made on, and our little life Is rounded with a sleep.
      Kindness | How far that little candle throws his beams! So shines a good deed in a naughty world.
      Time | Better three hours too soon than a minute too late.
      Power Quotes, Leadership | Uneasy lies the head that wears a crown.
      Life, Time, Literature | To-morrow, and to-morrow, and to-morrow, Creeps in this petty pace from day to day, To the last syllable of recorded time; And all our yesterdays have lighted fools The way to dusty death. Out, out, brief candle! Life's but a walking shadow, a poor player, That struts and frets his hour upon the stage, And then is heard no more: it is a tale Told by an idiot, full of sound and fury, Signifying nothing.
    `,
  },
  {
    name: 'Miguel de Cervantes',
    description: 'Spanish novelist',
    bio: 'Soldier, captive in Algiers, and tax collector, he published the first part of Don Quixote at fifty-seven.',
    quotes: `
      Work, Success | Diligence is the mother of good fortune.
      Literature | There is no book so bad but it has something good in it.
      Humor | There's no sauce in the world like hunger.
    `,
  },
  {
    name: 'Francis Bacon',
    description: 'English philosopher and statesman',
    bio: 'Lord Chancellor of England who argued that knowledge of nature must start from observation.',
    quotes: `
      Literature, Education | Reading maketh a full man; conference a ready man; and writing an exact man.
      Literature | Some books are to be tasted, others to be swallowed, and some few to be chewed and digested.
      Knowledge, Power Quotes | Knowledge itself is power.
      Change, Time | He that will not apply new remedies must expect new evils; for time is the greatest innovator.
      Humor, Future | Hope is a good breakfast, but it is a bad supper.
      Science, Knowledge | If a man will begin with certainties, he shall end in doubts; but if he will be content to begin with doubts, he shall end in certainties.
      Religion, Philosophy | A little philosophy inclineth man's mind to atheism; but depth in philosophy bringeth men's minds about to religion.
    `,
  },
  {
    name: 'John Donne',
    description: 'English poet and cleric',
    bio: 'Wrote love poems when young and great sermons later, as Dean of St Paul’s.',
    quotes: `
      Friendship, Famous Quotes | No man is an island, entire of itself; every man is a piece of the continent, a part of the main.
      Life, Kindness | Any man's death diminishes me, because I am involved in mankind, and therefore never send to know for whom the bell tolls; it tolls for thee.
    `,
  },
  {
    name: 'Ben Jonson',
    description: 'English playwright',
    bio: 'Bricklayer, soldier and rival of Shakespeare, whose comedies made fun of London.',
    quotes: `
      Literature, Time | He was not of an age, but for all time!
      Love | Drink to me only with thine eyes, And I will pledge with mine.
    `,
  },
  {
    name: 'René Descartes',
    description: 'French philosopher and mathematician',
    bio: 'Joined algebra to geometry and looked for one thing that could not be doubted.',
    quotes: `
      Philosophy, Famous Quotes | I think, therefore I am.
      Knowledge, Self Help | To be possessed of a vigorous mind is not enough; the prime requisite is rightly to apply it.
      Humor, Philosophy | Good sense is, of all things among men, the most equally distributed.
    `,
  },
  {
    name: 'Blaise Pascal',
    description: 'French mathematician and thinker',
    bio: 'Built a calculating machine at nineteen, helped found probability, and left notes for a defence of faith.',
    quotes: `
      Love, Famous Quotes | The heart has its reasons, which reason does not know.
      Nature, Philosophy | Man is but a reed, the most feeble thing in nature; but he is a thinking reed.
      Happiness, Life | I have discovered that all the unhappiness of men arises from one single fact, that they cannot stay quietly in their own chamber.
      Science, Nature | The eternal silence of these infinite spaces frightens me.
      Religion | Men never do evil so completely and cheerfully as when they do it from religious conviction.
      Humor, Literature | The present letter is a very long one, simply because I had no leisure to make it shorter.
    `,
  },
  {
    name: 'François de La Rochefoucauld',
    description: 'French moralist',
    bio: 'A duke who rebelled against the crown, was wounded, and turned to polishing maxims.',
    quotes: `
      Humor, Character | We have all sufficient strength to support the misfortunes of others.
      Character, Truth | Hypocrisy is the homage vice pays to virtue.
      Humor, Wisdom | Everyone blames his memory, no one blames his judgment.
      Happiness | We are never so happy or so unhappy as we suppose.
    `,
  },
  {
    name: 'John Milton',
    description: 'English poet',
    bio: 'Secretary to Cromwell’s government, he dictated Paradise Lost after he had gone blind.',
    quotes: `
      Philosophy, Happiness | The mind is its own place, and in itself Can make a heaven of hell, a hell of heaven.
      Faith, Work | They also serve who only stand and wait.
      Power Quotes, Famous Quotes | Better to reign in hell than serve in heaven.
      Literature | A good book is the precious life-blood of a master spirit, embalmed and treasured up on purpose to a life beyond life.
      Peace, War | Peace hath her victories No less renown'd than War.
    `,
  },
  {
    name: 'John Locke',
    description: 'English philosopher',
    bio: 'Physician whose writing on government and on the mind shaped the century after him.',
    quotes: `
      Knowledge, Philosophy | No man's knowledge here can go beyond his experience.
      Change, Truth | New opinions are always suspected, and usually opposed, without any other reason but because they are not already common.
    `,
  },
  {
    name: 'Isaac Newton',
    description: 'English physicist and mathematician',
    bio: 'Explained the motion of planets and of tides by one law, and ran the Royal Mint for thirty years.',
    quotes: `
      Science, Famous Quotes | If I have seen further it is by standing on the shoulders of giants.
      Science, Truth, Nature | I do not know what I may appear to the world, but to myself I seem to have been only like a boy playing on the sea-shore, and diverting myself in now and then finding a smoother pebble or a prettier shell than ordinary, whilst the great ocean of truth lay all undiscovered before me.
      Science | To every action there is always opposed an equal reaction.
    `,
  },
  {
    name: 'Baruch Spinoza',
    description: 'Dutch philosopher',
    bio: 'Lens grinder of Amsterdam who laid out his ethics like a book of geometry.',
    quotes: `
      Success, Wisdom | All things excellent are as difficult as they are rare.
      Peace, Character | Peace is not mere absence of war, but is a virtue that springs from force of character.
      Love | Hatred is increased by being reciprocated, and can on the other hand be destroyed by love.
    `,
  },
  {
    name: 'Jonathan Swift',
    description: 'Irish satirist',
    bio: 'Dean of St Patrick’s in Dublin and inventor of Lilliput.',
    quotes: `
      Religion, Love | We have just enough religion to make us hate, but not enough to make us love one another.
      Humor, Knowledge | When a true genius appears in the world, you may know him by this sign, that the dunces are all in confederacy against him.
      Art, Wisdom | Vision is the art of seeing things invisible.
      Age, Humor | Every man desires to live long, but no man would be old.
      Success, Politics | Censure is the tax a man pays to the public for being eminent.
    `,
  },
  {
    name: 'Alexander Pope',
    description: 'English poet',
    bio: 'Master of the rhymed couplet, translator of Homer, and gardener at Twickenham.',
    quotes: `
      Kindness, Famous Quotes | To err is human, to forgive divine.
      Knowledge, Education | A little learning is a dangerous thing; Drink deep, or taste not the Pierian spring.
      Wisdom, Humor | Fools rush in where angels fear to tread.
      Future, Inspirational | Hope springs eternal in the human breast: Man never is, but always to be blest.
      Philosophy, Religion | Know then thyself, presume not God to scan; The proper study of mankind is man.
      Education | 'Tis education forms the common mind: Just as the twig is bent, the tree's inclined.
    `,
  },
  {
    name: 'Voltaire',
    description: 'French writer and philosopher',
    bio: 'Wrote plays, histories, tales and twenty thousand letters, many of them against injustice.',
    quotes: `
      Religion, Famous Quotes | If God did not exist, it would be necessary to invent him.
      Work, Wisdom | We must cultivate our garden.
      Success, Wisdom | The best is the enemy of the good.
      Social Justice | It is better to risk saving a guilty person than to condemn an innocent one.
      War, Humor | In this country it is thought well to kill an admiral from time to time to encourage the others.
      Truth, Philosophy | Doubt is not a pleasant condition, but certainty is an absurd one.
      Humor | The secret of being a bore is to tell everything.
    `,
  },
  {
    name: 'Benjamin Franklin',
    description: 'American printer, scientist and statesman',
    bio: 'Ran away to Philadelphia, printed an almanac, tamed lightning, and signed the treaty that ended the war.',
    quotes: `
      Self Help, Wealth, Famous Quotes | Early to bed and early to rise, makes a man healthy, wealthy, and wise.
      Freedom, Politics | They that can give up essential liberty to obtain a little temporary safety deserve neither liberty nor safety.
      Time | Lost time is never found again.
      Work, Motivational | Well done is better than well said.
      Humor, Friendship | Three may keep a secret, if two of them are dead.
      War, Peace | There never was a good war or a bad peace.
      Time, Business | Remember that time is money.
      Humor, Famous Quotes | In this world nothing can be said to be certain, except death and taxes.
      Time, Life | Dost thou love life? Then do not squander time, for that is the stuff life is made of.
      Humor, Family | Fish and visitors smell in three days.
      Perseverance | Little strokes fell great oaks.
    `,
  },
  {
    name: 'Samuel Johnson',
    description: 'English critic and lexicographer',
    bio: 'Spent nine years on a dictionary of forty thousand words; Boswell wrote down his talk.',
    quotes: `
      Life, Travel | When a man is tired of London, he is tired of life; for there is in London all that life can afford.
      Knowledge | Knowledge is of two kinds. We know a subject ourselves, or we know where we can find information upon it.
      Literature, Humor, Business | No man but a blockhead ever wrote, except for money.
      Character | Hell is paved with good intentions.
      Perseverance, Work | Great works are performed, not by strength, but by perseverance.
      Politics | Patriotism is the last refuge of a scoundrel.
      Literature, Work | What is written without effort is in general read without pleasure.
      Knowledge, Character | Integrity without knowledge is weak and useless, and knowledge without integrity is dangerous and dreadful.
      Work, Success | Few things are impossible to diligence and skill.
    `,
  },
  {
    name: 'Edmund Burke',
    description: 'Irish statesman',
    bio: 'Member of Parliament for three decades, friend of the American colonies and foe of the French Revolution.',
    quotes: `
      Change | Custom reconciles us to everything.
      Politics, Power Quotes | The concessions of the weak are the concessions of fear.
      Self Help, Perseverance | He that wrestles with us strengthens our nerves and sharpens our skill. Our antagonist is our helper.
      Future, History | You can never plan the future by the past.
    `,
  },
  {
    name: 'Jean-Jacques Rousseau',
    description: 'Genevan philosopher',
    bio: 'Watchmaker’s son who wrote on education, on society, and with great frankness on himself.',
    quotes: `
      Freedom, Politics, Famous Quotes | Man is born free; and everywhere he is in chains.
      Power Quotes, Politics | The strongest is never strong enough to be always the master, unless he transforms strength into right, and obedience into duty.
    `,
  },
  {
    name: 'Immanuel Kant',
    description: 'German philosopher',
    bio: 'Lived all his life in Königsberg and asked what reason can know and what it ought to do.',
    quotes: `
      Philosophy, Nature | Two things fill the mind with ever new and increasing admiration and awe: the starry heavens above and the moral law within.
      History, Philosophy | Out of the crooked timber of humanity no straight thing was ever made.
      Courage, Knowledge | Have courage to use your own reason!
    `,
  },
  {
    name: 'Adam Smith',
    description: 'Scottish economist',
    bio: 'Professor at Glasgow who described the division of labour and how markets set prices.',
    quotes: `
      Business, Wealth | It is not from the benevolence of the butcher, the brewer, or the baker, that we expect our dinner, but from their regard to their own interest.
      Science | Science is the great antidote to the poison of enthusiasm and superstition.
    `,
  },
  {
    name: 'Thomas Paine',
    description: 'Pamphleteer',
    bio: 'Corset maker from Norfolk whose Common Sense turned the American colonies towards independence.',
    quotes: `
      Courage, Famous Quotes | These are the times that try men's souls.
      Religion, Kindness | My country is the world, and my religion is to do good.
      Politics | Society in every state is a blessing, but government, even in its best state, is but a necessary evil.
      Change, Future | We have it in our power to begin the world over again.
      Perseverance, Success | The harder the conflict, the more glorious the triumph.
    `,
  },
  {
    name: 'Thomas Jefferson',
    description: 'Third president of the United States',
    bio: 'Drafted the Declaration of Independence, founded a university, and sold his library to Congress.',
    quotes: `
      Literature | I cannot live without books.
      Freedom, Politics, Famous Quotes | We hold these truths to be self-evident, that all men are created equal, that they are endowed by their Creator with certain unalienable Rights, that among these are Life, Liberty and the pursuit of Happiness.
      Freedom, Politics | The tree of liberty must be refreshed from time to time with the blood of patriots and tyrants.
      Work, Time | Never put off till to-morrow what you can do to-day.
      Freedom, Religion | The god who gave us life gave us liberty at the same time.
    `,
  },
  {
    name: 'George Washington',
    description: 'First president of the United States',
    bio: 'Surveyor and general who led the colonies through the war and gave up power twice.',
    quotes: `
      Peace, War | To be prepared for war is one of the most effectual means of preserving peace.
      Character | Labor to keep alive in your breast that little spark of celestial fire, called conscience.
      Friendship | Be courteous to all, but intimate with few, and let those few be well tried before you give them your confidence.
    `,
  },
  {
    name: 'Patrick Henry',
    description: 'American orator',
    bio: 'Lawyer and five times elected governor of Virginia, remembered for his speeches.',
    quotes: `
      Freedom, Courage, Famous Quotes | I know not what course others may take; but as for me, give me liberty or give me death!
      History, Wisdom | I have but one lamp by which my feet are guided, and that is the lamp of experience.
    `,
  },
  {
    name: 'Mary Wollstonecraft',
    description: 'English writer and advocate of women’s rights',
    bio: 'Ran a school, reported from revolutionary Paris, and demanded that girls be taught to think.',
    quotes: `
      Social Justice, Freedom | I do not wish them to have power over men; but over themselves.
      Social Justice | Virtue can only flourish amongst equals.
      Education, Social Justice | Strengthen the female mind by enlarging it, and there will be an end to blind obedience.
    `,
  },
  {
    name: 'Johann Wolfgang von Goethe',
    description: 'German poet and naturalist',
    bio: 'Minister at Weimar who worked on Faust for sixty years and on colour, plants and bones besides.',
    quotes: `
      Knowledge, Work | It is not enough to know, we must also apply; it is not enough to will, we must also do.
      Character | A talent is formed in stillness, a character in the world's torrent.
      Life | Man errs as long as he strives.
      Knowledge | There is nothing more frightful than ignorance in action.
      Life, Philosophy | All theory, dear friend, is gray, but the golden tree of life springs ever green.
      Freedom | He only earns his freedom and existence who daily conquers them anew.
    `,
  },
  {
    name: 'Friedrich Schiller',
    description: 'German playwright',
    bio: 'Army doctor who fled his duke to see his first play, and wrote the Ode to Joy.',
    quotes: `
      Humor, Knowledge | Against stupidity the gods themselves contend in vain.
      History | The world's history is the world's judgment.
    `,
  },
  {
    name: 'William Blake',
    description: 'English poet and engraver',
    bio: 'Printed his own poems from etched copper plates, which he and his wife coloured by hand.',
    quotes: `
      Nature, Time | To see a World in a Grain of Sand And a Heaven in a Wild Flower, Hold Infinity in the palm of your hand And Eternity in an hour.
      Wisdom | The road of excess leads to the palace of wisdom.
      Truth, Art | If the doors of perception were cleansed every thing would appear to man as it is, infinite.
      Freedom, Inspirational | No bird soars too high, if he soars with his own wings.
      Science, Future | What is now proved was once only imagin'd.
      Nature, Beauty | The tree which moves some to tears of joy is in the eyes of others only a green thing which stands in the way.
    `,
  },
  {
    name: 'Robert Burns',
    description: 'Scottish poet',
    bio: 'Ploughman and excise officer who wrote and collected the songs of Scotland.',
    quotes: `
      Future, Famous Quotes | The best laid schemes o' mice an' men Gang aft a-gley.
      Social Justice | Man's inhumanity to man Makes countless thousands mourn!
      Character | O wad some Pow'r the giftie gie us To see oursels as others see us!
    `,
  },
];
