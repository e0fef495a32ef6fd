/** Those that are used most, by the names that GitHub gave them. */
const table = `smile 😄 grinning 😀 joy 😂 rofl 🤣 slightly_smiling_face 🙂 wink 😉 blush 😊 innocent 😇 heart_eyes 😍
kissing_heart 😘 yum 😋 stuck_out_tongue 😛 thinking 🤔 neutral_face 😐 expressionless 😑 smirk 😏 unamused 😒
roll_eyes 🙄 grimacing 😬 relieved 😌 sleeping 😴 mask 😷 dizzy_face 😵 exploding_head 🤯 partying_face 🥳 sunglasses 😎
nerd_face 🤓 confused 😕 worried 😟 open_mouth 😮 flushed 😳 pleading_face 🥺 cry 😢 sob 😭 scream 😱 angry 😠 rage 😡
skull 💀 poop 💩 clown_face 🤡 ghost 👻 alien 👽 robot 🤖 wave 👋 ok_hand 👌 crossed_fingers 🤞 point_up ☝️
point_right 👉 point_down 👇 point_left 👈 thumbsup 👍 thumbsdown 👎 fist ✊ clap 👏 raised_hands 🙌 handshake 🤝 pray 🙏
writing_hand ✍️ muscle 💪 eyes 👀 brain 🧠 shrug 🤷 facepalm 🤦 heart ❤️ orange_heart 🧡 yellow_heart 💛 green_heart 💚
blue_heart 💙 purple_heart 💜 black_heart 🖤 broken_heart 💔 sparkles ✨ star ⭐ fire 🔥 boom 💥 zap ⚡ sunny ☀️ cloud ☁️
umbrella ☔ snowflake ❄️ rainbow 🌈 ocean 🌊 earth_africa 🌍 moon 🌙 dog 🐶 cat 🐱 mouse 🐭 fox 🦊 bear 🐻 bird 🐦
penguin 🐧 turtle 🐢 snake 🐍 whale 🐳 fish 🐟 bee 🐝 bug 🐛 butterfly 🦋 snail 🐌 rose 🌹 sunflower 🌻 seedling 🌱
herb 🌿 four_leaf_clover 🍀 evergreen_tree 🌲 cactus 🌵 mushroom 🍄 apple 🍎 lemon 🍋 banana 🍌 grapes 🍇 strawberry 🍓
cherries 🍒 tomato 🍅 carrot 🥕 bread 🍞 cheese 🧀 egg 🥚 pizza 🍕 hamburger 🍔 cake 🍰 cookie 🍪 coffee ☕ tea 🍵 beer 🍺
wine_glass 🍷 house 🏠 car 🚗 bike 🚲 train 🚆 airplane ✈️ rocket 🚀 ship 🚢 anchor ⚓ watch ⌚ hourglass ⌛ phone 📱
computer 💻 keyboard ⌨️ floppy_disk 💾 camera 📷 tv 📺 bulb 💡 book 📖 books 📚 memo 📝 pencil ✏️ pushpin 📌 paperclip 📎
scissors ✂️ lock 🔒 key 🔑 hammer 🔨 wrench 🔧 gear ⚙️ link 🔗 package 📦 email 📧 calendar 📅 chart 📈 mag 🔍 bell 🔔
mega 📣 musical_note 🎵 art 🎨 gift 🎁 balloon 🎈 tada 🎉 trophy 🏆 medal 🏅 soccer ⚽ dart 🎯 game_die 🎲 warning ⚠️
construction 🚧 no_entry ⛔ recycle ♻️ white_check_mark ✅ x ❌ question ❓ exclamation ❗ hundred 💯 arrow_right ➡️ arrow_left ⬅️
arrow_up ⬆️ arrow_down ⬇️ information_source ℹ️`;

const parts = table.split(/\s+/);

/** @type {Map<string, string>} sign by name, such as 'tada' */
export const emoji = new Map(
  parts.flatMap((name, place) => (place % 2 === 0 ? [[name, parts[place + 1]]] : [])),
);
