import type { QuotedAuthor } from './quoted-author.ts';

/** European authors of the nineteenth century. */
export const europeanAuthors: QuotedAuthor[] = [
  {
    name: 'Napoleon Bonaparte',
    description: 'French general and emperor',
    bio: 'Artillery officer from Corsica who crowned himself in 1804 and gave France its civil code.',
    link: 'https://en.wikipedia.org/wiki/Napoleon',
    quotes: `
      Humor | From the sublime to the ridiculous there is but one step.
      War | In war, the moral is to the physical as three to one.
    `,
  },
  {
    name: 'Carl von Clausewitz',
    description: 'Prussian general',
    bio: 'Fought Napoleon and taught officers; his widow published his book on war.',
    quotes: `
      War, Politics | War is a mere continuation of policy by other means.
      War | Everything is very simple in war, but the simplest thing is difficult.
    `,
  },
  {
    name: 'William Wordsworth',
    description: 'English poet',
    bio: 'Walked and wrote in the Lake District, and found poetry in common speech.',
    quotes: `
      Age, Family | The Child is father of the Man.
      Literature, Art | Poetry is the spontaneous overflow of powerful feelings: it takes its origin from emotion recollected in tranquillity.
      Kindness, Love | That best portion of a good man's life, His little, nameless, unremembered acts Of kindness and of love.
      Nature | Nature never did betray The heart that loved her.
    `,
  },
  {
    name: 'Samuel Taylor Coleridge',
    description: 'English poet and critic',
    bio: 'Friend of Wordsworth, brilliant talker, and poet of the Ancient Mariner.',
    quotes: `
      Literature, Art | Poetry: the best words in the best order.
      Nature, Literature | Water, water, every where, Nor any drop to drink.
    `,
  },
  {
    name: 'Jane Austen',
    description: 'English novelist',
    bio: 'Daughter of a Hampshire clergyman, whose six novels watch money and marriage with a sharp eye.',
    quotes: `
      Humor, Family, Famous Quotes | It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife.
      Literature, Happiness | I declare after all there is no enjoyment like reading!
      Kindness, Love | There is no charm equal to tenderness of heart.
      Humor, Life | For what do we live, but to make sport for our neighbours, and laugh at them in our turn?
      Happiness | Know your own happiness.
      Happiness, Humor | One half of the world cannot understand the pleasures of the other.
      Wealth, Happiness, Humor | A large income is the best recipe for happiness I ever heard of.
      Character | Vanity and pride are different things, though the words are often used synonymously. A person may be proud without being vain. Pride relates more to our opinion of ourselves, vanity to what we would have others think of us.
      Humor | Nobody minds having what is too good for them.
    `,
  },
  {
    name: 'Lord Byron',
    description: 'English poet',
    bio: 'Woke up famous at twenty-four, left England four years later, and died for the freedom of Greece.',
    quotes: `
      Truth, Literature | Truth is always strange; stranger than fiction.
      Nature, Music | There is a pleasure in the pathless woods, There is a rapture on the lonely shore, There is society, where none intrudes, By the deep Sea, and music in its roar.
      Beauty, Love | She walks in beauty, like the night Of cloudless climes and starry skies.
      Friendship, Love | Friendship is Love without his wings!
    `,
  },
  {
    name: 'Percy Bysshe Shelley',
    description: 'English poet',
    bio: 'Expelled from Oxford for a pamphlet, he wrote his best work in Italy and drowned at twenty-nine.',
    quotes: `
      Nature, Future, Inspirational | If Winter comes, can Spring be far behind?
      Literature, Politics | Poets are the unacknowledged legislators of the world.
      Power Quotes, History | Look on my works, ye Mighty, and despair!
    `,
  },
  {
    name: 'John Keats',
    description: 'English poet',
    bio: 'Gave up medicine for poetry and wrote his great odes within a single year.',
    quotes: `
      Beauty, Art, Happiness | A thing of beauty is a joy for ever.
      Beauty, Truth | Beauty is truth, truth beauty,—that is all Ye know on earth, and all ye need to know.
      Music | Heard melodies are sweet, but those unheard Are sweeter.
    `,
  },
  {
    name: 'Mary Shelley',
    description: 'English novelist',
    bio: 'Began Frankenstein at eighteen, in a rainy summer by Lake Geneva.',
    quotes: `
      Change | Nothing is so painful to the human mind as a great and sudden change.
      Courage, Power Quotes | Beware; for I am fearless, and therefore powerful.
    `,
  },
  {
    name: 'Charlotte Brontë',
    description: 'English novelist',
    bio: 'Governess and eldest of three writing sisters, who first published under men’s names.',
    quotes: `
      Freedom, Courage | I am no bird; and no net ensnares me: I am a free human being with an independent will.
      Religion, Character | Conventionality is not morality. Self-righteousness is not religion.
      Life, Peace | Life appears to me too short to be spent in nursing animosity, or registering wrongs.
    `,
  },
  {
    name: 'Emily Brontë',
    description: 'English novelist and poet',
    bio: 'Lived on the edge of the Yorkshire moors and wrote one novel.',
    quotes: `
      Love | Whatever our souls are made of, his and mine are the same.
      Courage, Faith | No coward soul is mine, No trembler in the world's storm-troubled sphere.
    `,
  },
  {
    name: 'Charles Dickens',
    description: 'English novelist',
    bio: 'Worked in a factory at twelve, reported from Parliament, and published his novels in monthly parts.',
    quotes: `
      History, Literature, Famous Quotes | It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness, it was the spring of hope, it was the winter of despair.
      Courage, Literature | It is a far, far better thing that I do, than I have ever done; it is a far, far better rest that I go to than I have ever known.
      Wealth, Happiness | Annual income twenty pounds, annual expenditure nineteen nineteen and six, result happiness. Annual income twenty pounds, annual expenditure twenty pounds ought and six, result misery.
      Humor, Happiness | There is nothing in the world so irresistibly contagious as laughter and good-humour.
      Time, Work | Procrastination is the thief of time, collar him!
      Kindness | No one is useless in this world who lightens the burden of it for any one else.
      Kindness, Character | Have a heart that never hardens, and a temper that never tires, and a touch that never hurts.
    `,
  },
  {
    name: 'George Eliot',
    description: 'English novelist',
    bio: 'Mary Ann Evans, editor and translator, took a man’s name for her novels of provincial life.',
    quotes: `
      Kindness, Life | What do we live for, if it is not to make life less difficult to each other?
      Character | Our deeds determine us, as much as we determine our deeds.
      Friendship, Nature | Animals are such agreeable friends—they ask no questions, they pass no criticisms.
      Humor | Blessed is the man who, having nothing to say, abstains from giving us wordy evidence of the fact.
    `,
  },
  {
    name: 'Alfred Tennyson',
    description: 'English poet',
    bio: 'Poet laureate for forty-two years.',
    quotes: `
      Love, Famous Quotes | 'Tis better to have loved and lost Than never to have loved at all.
      Perseverance, Courage | To strive, to seek, to find, and not to yield.
      Knowledge, Wisdom | Knowledge comes, but wisdom lingers.
      War, Courage | Theirs not to reason why, Theirs but to do and die.
      Faith, Religion | More things are wrought by prayer Than this world dreams of.
    `,
  },
  {
    name: 'Robert Browning',
    description: 'English poet',
    bio: 'Gave murderers, painters and bishops a voice in his dramatic monologues.',
    quotes: `
      Motivational, Success | Ah, but a man's reach should exceed his grasp, Or what's a heaven for?
      Age, Love | Grow old along with me! The best is yet to be.
    `,
  },
  {
    name: 'Elizabeth Barrett Browning',
    description: 'English poet',
    bio: 'Wrote against child labour and slavery, and eloped to Italy at forty.',
    quotes: `
      Love, Famous Quotes | How do I love thee? Let me count the ways.
      Religion, Nature | Earth's crammed with heaven, And every common bush afire with God.
    `,
  },
  {
    name: 'Thomas Carlyle',
    description: 'Scottish historian',
    bio: 'Rewrote his history of the French Revolution from memory after a maid had burnt the manuscript.',
    quotes: `
      History, Leadership | The history of the world is but the biography of great men.
      Work, Happiness | Blessed is he who has found his work; let him ask no other blessedness.
      Leadership | No great man lives in vain.
    `,
  },
  {
    name: 'John Stuart Mill',
    description: 'English philosopher',
    bio: 'Read Greek at three, worked for the East India Company, and argued for liberty and votes for women.',
    quotes: `
      Happiness, Philosophy | It is better to be a human being dissatisfied than a pig satisfied; better to be Socrates dissatisfied than a fool satisfied.
      Freedom, Politics | If all mankind minus one, were of one opinion, and only one person were of the contrary opinion, mankind would be no more justified in silencing that one person, than he, if he had the power, would be justified in silencing mankind.
      Happiness | Ask yourself whether you are happy, and you cease to be so.
    `,
  },
  {
    name: 'Charles Darwin',
    description: 'English naturalist',
    bio: 'Sailed round the world for five years and thought for twenty more before he published on species.',
    quotes: `
      Time, Life | A man who dares to waste one hour of time has not discovered the value of life.
      Knowledge, Science | Ignorance more frequently begets confidence than does knowledge.
      Science, Nature, Life | There is grandeur in this view of life, with its several powers, having been originally breathed into a few forms or into one; and that, whilst this planet has gone cycling on according to the fixed law of gravity, from so simple a beginning endless forms most beautiful and most wonderful have been, and are being, evolved.
    `,
  },
  {
    name: 'John Ruskin',
    description: 'English critic',
    bio: 'Defended Turner, measured Venice, and came to ask what wealth is for.',
    quotes: `
      Wealth, Life | There is no wealth but life.
      Work, Art | Life without industry is guilt, and industry without art is brutality.
      Literature, Time | All books are divisible into two classes: the books of the hour, and the books of all time.
    `,
  },
  {
    name: 'Florence Nightingale',
    description: 'English nurse and statistician',
    bio: 'Reformed army hospitals with hygiene, and with diagrams that ministers could not ignore.',
    quotes: `
      Success, Work | I attribute my success to this: I never gave or took an excuse.
      Science, Kindness | It may seem a strange principle to enunciate as the very first requirement in a Hospital that it should do the sick no harm.
    `,
  },
  {
    name: 'Lewis Carroll',
    description: 'English writer and mathematician',
    bio: 'Taught logic at Oxford, photographed his friends, and told a story on a boat in July 1862.',
    quotes: `
      Change, Time | It's no use going back to yesterday, because I was a different person then.
      Humor, Wisdom | Everything's got a moral, if only you can find it.
      Humor, Inspirational | Why, sometimes I've believed as many as six impossible things before breakfast.
      Literature | Take care of the sense, and the sounds will take care of themselves.
      Humor, Time | It's a poor sort of memory that only works backwards.
    `,
  },
  {
    name: 'Arthur O’Shaughnessy',
    description: 'British poet',
    bio: 'Worked on fishes at the British Museum by day and published four volumes of verse.',
    quotes: `
      Music, Inspirational | We are the music-makers, And we are the dreamers of dreams.
      Change, History | For each age is a dream that is dying, Or one that is coming to birth.
    `,
  },
  {
    name: 'Robert Louis Stevenson',
    description: 'Scottish writer',
    bio: 'Trained as an engineer of lighthouses, wrote of treasure and of Mr Hyde, and settled in Samoa.',
    quotes: `
      Travel, Work, Success | To travel hopefully is a better thing than to arrive, and the true success is to labour.
      Happiness | The world is so full of a number of things, I'm sure we should all be as happy as kings.
      Literature, Life | Books are good enough in their own way, but they are a mighty bloodless substitute for life.
      Happiness | There is no duty we so much underrate as the duty of being happy.
      Travel | For my part, I travel not to go anywhere, but to go. I travel for travel's sake. The great affair is to move.
    `,
  },
  {
    name: 'Oscar Wilde',
    description: 'Irish playwright and poet',
    bio: 'Wrote four comedies that ruled the London stage, and a ballad after two years in prison.',
    quotes: `
      Humor | I can resist everything except temptation.
      Inspirational, Life | We are all in the gutter, but some of us are looking at the stars.
      Wisdom, Humor | Experience is the name every one gives to their mistakes.
      Truth | The truth is rarely pure and never simple.
      Love, Humor | To love oneself is the beginning of a lifelong romance.
      Humor, Famous Quotes | There is only one thing in the world worse than being talked about, and that is not being talked about.
      Wealth, Character | What is a cynic? A man who knows the price of everything and the value of nothing.
      Art, Life | Life imitates Art far more than Art imitates Life.
      Life | To live is the rarest thing in the world. Most people exist, that is all.
      History, Humor | Anybody can make history. Only a great man can write it.
      Travel, Literature, Humor | I never travel without my diary. One should always have something sensational to read in the train.
      Truth, Humor | A little sincerity is a dangerous thing, and a great deal of it is absolutely fatal.
    `,
  },
  {
    name: 'Søren Kierkegaard',
    description: 'Danish philosopher',
    bio: 'Walked Copenhagen by day, wrote by night, and argued with himself under a dozen pen names.',
    quotes: `
      Life, Philosophy | Life can only be understood backwards; but it must be lived forwards.
      Freedom, Philosophy | Anxiety is the dizziness of freedom.
    `,
  },
  {
    name: 'Arthur Schopenhauer',
    description: 'German philosopher',
    bio: 'Lectured to empty rooms in Berlin, and was read everywhere once his essays came out.',
    quotes: `
      Knowledge, Philosophy | Every man takes the limits of his own field of vision for the limits of the world.
      Friendship, Life | Every parting gives a foretaste of death; every coming together again a foretaste of the resurrection.
      Kindness, Philosophy | Compassion is the basis of morality.
      Leadership | Great men are like eagles, and build their nest on some lofty solitude.
    `,
  },
  {
    name: 'Friedrich Nietzsche',
    description: 'German philosopher',
    bio: 'Professor of Greek at twenty-four; ill health made him a wanderer and his books short-breathed and sharp.',
    quotes: `
      Life, Motivational | He who has a why to live can bear almost any how.
      Music, Life | Without music life would be a mistake.
      Character | He who fights with monsters should be careful lest he thereby become a monster.
      Perseverance, Famous Quotes | What does not kill me, makes me stronger.
      Art, Inspirational | One must still have chaos in one, to give birth to a dancing star.
    `,
  },
  {
    name: 'Victor Hugo',
    description: 'French novelist and poet',
    bio: 'Spent nineteen years in exile, most of them on Guernsey, where he finished Les Misérables.',
    quotes: `
      Change, History | One resists the invasion of armies; one does not resist the invasion of ideas.
      Love, Happiness | The supreme happiness of life consists in the conviction that one is loved.
      Social Justice | There is always more misery among the lower classes than there is humanity in the higher.
      Humor, Happiness | Laughter is sunshine; it chases winter from the human face.
    `,
  },
  {
    name: 'Leo Tolstoy',
    description: 'Russian novelist',
    bio: 'Artillery officer and count who wrote War and Peace and later dressed and worked as a peasant.',
    quotes: `
      Family, Happiness, Famous Quotes | Happy families are all alike; every unhappy family is unhappy in its own way.
      Time, War | The strongest of all warriors are these two—Time and Patience.
      Change, Self Help | Everyone thinks of changing the world, but no one thinks of changing himself.
    `,
  },
  {
    name: 'Fyodor Dostoevsky',
    description: 'Russian novelist',
    bio: 'Pardoned before a firing squad, sent to Siberia, and driven by debt to write fast and deep.',
    quotes: `
      Courage, Change | Taking a new step, uttering a new word, is what people fear most.
      Beauty, Religion | Beauty is mysterious as well as terrible. God and the devil are fighting there and the battlefield is the heart of man.
    `,
  },
  {
    name: 'Louis Pasteur',
    description: 'French chemist',
    bio: 'Showed that germs spoil wine and cause disease, and gave the first vaccine against rabies.',
    quotes: `
      Science, Success | In the fields of observation chance favors only the prepared mind.
    `,
  },
];
